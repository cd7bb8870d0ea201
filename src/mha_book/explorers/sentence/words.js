// What SentenceExplorer says. No DOM.
import { format } from "../shared/format.js";
import { capital, listed, quoted } from "../shared/words.js";
import { headName } from "../browser/words.js";
import { isOff, summary } from "./compute.js";

export const percent = (share) => `${format(100 * share, 0)} %`;
const fine = (share) => (share < 0.01 ? "less than 1 %" : percent(share));
const megabytes = (bytes) => format(bytes / 1e6, 0);

export const TITLE = "Your sentence";

export const SAID = {
  field: "Your sentence",
  rounded: "On the way to this page its numbers are rounded, which hardly changes its weights.",
  read: "Read it",
  allOn: "All heads on",
  before: "Previous head",
  after: "Next head",
  off: "Switch this head off",
  isOff: "switched off",
  loading: "The model is on its way to this page.",
  reading: "MiniLM reads your sentence …",
  absent:
    "This small copy of the book comes without the model, so it can read no other sentence. " +
    "The whole book has it.",
  python: "PyTorch reads your sentence …",
};

// Why a sentence with as many tokens between its marks is not read; null where it is.
export const refusal = (count, most) => {
  if (!count) return "There is no word to read. Type a sentence.";
  return count > most ? `The sentence has ${count} tokens, and ${most} fit.` : null;
};

export const tooLong = ({ longest }) =>
  `Type a sentence of 1 to ${longest} letters. Until then, the picture stays as it is.`;

// What is said before anything is loaded.
export const offer = (bytes) =>
  `To read another sentence, the model has to come to this page: ${megabytes(bytes)} MB, once. ` +
  "What you type stays in your browser.";

// What a link has brought, before the model reads it.
export const sharedText = (sentence, bytes, is) => {
  const end = /[.!?…]$/.test(sentence) ? "" : ".";
  const shared = `Someone shared: ${quoted(sentence)}${end}`;
  return is === "asleep"
    ? `${shared} Press “${SAID.read}” to load the model (${megabytes(bytes)} MB).`
    : `${shared} Its picture comes here.`;
};

export const progressText = (bytes, all) => `${megabytes(bytes)} of ${megabytes(all)} MB`;

// How it stands with the sentence that is asked for.
export const stateText = ({ is, isPresent, isShared, isTyped, isUnfit, shown, answer, why }) => {
  const still = isPresent ? "" : ` The picture still shows ${quoted(shown.sentence)}`;
  const kept = still && `${still}${shown.silenced.length ? ", with heads switched off" : ""}.`;
  if (is === "loading") return SAID.loading;
  if (is === "reading") return SAID.reading;
  if (is === "failed")
    return `The model could not come to this page: ${why}. Press “${SAID.read}” to try again.${kept}`;
  if (is === "absent") return SAID.absent + kept;
  if (isUnfit) return kept.trim();
  if (answer?.refused) return answer.refused + kept;
  if (isShared) return "";
  if (!isPresent)
    return is === "elsewhere" && !isTyped ? SAID.python : `Press “${SAID.read}”.${kept}`;
  const { milliseconds, tokens } = answer;
  if (!milliseconds) return "";
  return `Read on this page, in ${format(milliseconds / 1000, 2)} s: ${tokens.length} tokens in 72 heads.`;
};

const nameOf = ([layer, head]) => headName({ layer, head });

export const offText = (silenced) =>
  `${capital(listed(silenced.map(nameOf), "; "))} ${silenced.length > 1 ? "are" : "is"} switched off.`;

// What that has changed most, before and after the name of a head, which is `most`.
export const mostText = (moved, silenced) => {
  const found = summary(moved, silenced);
  if (!found) return { before: "No layer comes after it, so no weights change." };
  const { most } = found;
  return { before: "Most changed: ", most, after: `, ${fine(most.share)} of its weight.` };
};

// How far all heads have moved, below their small pictures.
export const averageText = (moved, silenced) => {
  const found = summary(moved, silenced);
  if (!found) return "";
  const last = moved.length - 1;
  const where = found.first === last ? `layer ${last}` : `layers ${found.first} to ${last}`;
  return (
    "The bar below a small picture shows how much of its weight that head now gives to other " +
    `tokens than before; a full bar would be all of it. On average over ${where}, it is ` +
    `${fine(found.average)}.`
  );
};

// What is added to a small picture's name.
export const pictureText = (share, silenced, at) => {
  if (isOff(silenced, at)) return ", switched off";
  return share === undefined ? "" : `, ${fine(share)} of its weight has moved`;
};

// What eight bits change, as the build has measured it.
export const roundingText = ({ sentences, worst, mean, same }) =>
  "On the way to this page each number of the model is rounded to 8 bits. " +
  `On ${sentences} sentences that moved a weight by ${format(mean, 4)} on average, and by ` +
  `${format(worst, 2)} at most; in ${format(100 * same, 1)} % of all rows the strongest key ` +
  "stayed the same. The picture that you see first is PyTorch’s, with nothing rounded.";

export const TASKS = {
  looksBack: {
    ask:
      "type a sentence of your own and read it. Then find the head that looks one word back, " +
      "and press its picture.",
    told: (head, share, all, heads) =>
      `In ${head} a token gives the one before it ${share} of its weight, on ` +
      `average. In your sentence ${all} of the ${heads} heads ${all > 1 ? "look" : "looks"} back ` +
      "like this.",
  },
  matters: {
    ask: "switch a head off. Does any head of a later layer give a tenth of its weight elsewhere?",
    told: (head, share) =>
      `A head of a later layer did: ${share} of the weight of ${head} moved. It ` +
      "reads what the earlier heads have added, so it misses the one that adds nothing now.",
  },
};
