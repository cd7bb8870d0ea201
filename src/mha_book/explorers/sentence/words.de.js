// German: what SentenceExplorer says. What each export is stands in words.js.
import { format } from "../shared/format.js";
import { capital, listed, quoted } from "../shared/words.js";
import { headName } from "../browser/words.js";
import { isOff, summary } from "./compute.js";

export const percent = (share) => `${format(100 * share, 0)} %`;
const fine = (share) => (share < 0.01 ? "weniger als 1 %" : percent(share));
const megabytes = (bytes) => format(bytes / 1e6, 0);

export const TITLE = "Dein Satz";

export const SAID = {
  field: "Dein Satz",
  rounded:
    "Auf dem Weg zu dieser Seite werden seine Zahlen gerundet, was seine Gewichte kaum ändert.",
  read: "Lesen",
  allOn: "Alle Köpfe an",
  before: "Vorheriger Kopf",
  after: "Nächster Kopf",
  off: "Diesen Kopf ausschalten",
  isOff: "ausgeschaltet",
  loading: "Das Modell ist auf dem Weg zu dieser Seite.",
  reading: "MiniLM liest deinen Satz …",
  absent:
    "Diese kleine Kopie des Buches kommt ohne das Modell und kann darum keinen anderen Satz lesen. " +
    "Das ganze Buch hat es.",
  python: "PyTorch liest deinen Satz …",
};

export const refusal = (count, most) => {
  if (!count) return "Hier ist kein Wort, das man lesen könnte. Schreib einen Satz.";
  return count > most ? `Der Satz hat ${count} Tokens, und ${most} passen hinein.` : null;
};

export const tooLong = ({ longest }) =>
  `Schreib einen Satz von 1 bis ${longest} Buchstaben. Bis dahin bleibt das Bild, wie es ist.`;

export const offer = (bytes) =>
  `Um einen anderen Satz zu lesen, muss das Modell zu dieser Seite kommen: ${megabytes(bytes)} MB, ` +
  "ein einziges Mal. Was du tippst, bleibt in deinem Browser.";

export const sharedText = (sentence, bytes, is) => {
  const end = /[.!?…]$/.test(sentence) ? "" : ".";
  const shared = `Jemand hat geteilt: ${quoted(sentence)}${end}`;
  return is === "asleep"
    ? `${shared} Drück auf ${quoted(SAID.read)}, um das Modell zu laden (${megabytes(bytes)} MB).`
    : `${shared} Sein Bild kommt hierher.`;
};

export const progressText = (bytes, all) => `${megabytes(bytes)} von ${megabytes(all)} MB`;

export const stateText = ({ is, isPresent, isShared, isTyped, isUnfit, shown, answer, why }) => {
  const still = isPresent ? "" : ` Das Bild zeigt weiter ${quoted(shown.sentence)}`;
  const kept = still && `${still}${shown.silenced.length ? ", mit ausgeschalteten Köpfen" : ""}.`;
  const press = `Drück auf ${quoted(SAID.read)}`;
  if (is === "loading") return SAID.loading;
  if (is === "reading") return SAID.reading;
  if (is === "failed")
    return `Das Modell konnte nicht zu dieser Seite kommen: ${why}. ${press}, um es noch einmal zu versuchen.${kept}`;
  if (is === "absent") return SAID.absent + kept;
  if (isUnfit) return kept.trim();
  if (answer?.refused) return answer.refused + kept;
  if (isShared) return "";
  if (!isPresent) return is === "elsewhere" && !isTyped ? SAID.python : `${press}.${kept}`;
  const { milliseconds, tokens } = answer;
  if (!milliseconds) return "";
  return `Auf dieser Seite gelesen, in ${format(milliseconds / 1000, 2)} s: ${tokens.length} Tokens in 72 Köpfen.`;
};

const nameOf = ([layer, head]) => headName({ layer, head });

export const offText = (silenced) =>
  `${capital(listed(silenced.map(nameOf), "; "))} ${silenced.length > 1 ? "sind" : "ist"} ausgeschaltet.`;

export const mostText = (moved, silenced) => {
  const found = summary(moved, silenced);
  if (!found) return { before: "Danach kommt keine Schicht, also ändert sich kein Gewicht." };
  const { most } = found;
  return { before: "Am meisten geändert: ", most, after: `, ${fine(most.share)} seines Gewichts.` };
};

export const averageText = (moved, silenced) => {
  const found = summary(moved, silenced);
  if (!found) return "";
  const last = moved.length - 1;
  const where = found.first === last ? `Schicht ${last}` : `Schicht ${found.first} bis ${last}`;
  return (
    "Der Balken unter einem kleinen Bild zeigt, wie viel seines Gewichts dieser Kopf nun anderen " +
    `Tokens gibt als vorher; ein voller Balken wäre alles. Im Durchschnitt über ${where} sind es ` +
    `${fine(found.average)}.`
  );
};

export const pictureText = (share, silenced, at) => {
  if (isOff(silenced, at)) return ", ausgeschaltet";
  return share === undefined ? "" : `, ${fine(share)} seines Gewichts haben sich bewegt`;
};

export const roundingText = ({ sentences, worst, mean, same }) =>
  "Auf dem Weg zu dieser Seite wird jede Zahl des Modells auf 8 Bits gerundet. " +
  `In ${sentences} Sätzen hat das ein Gewicht um ${format(mean, 4)} im Durchschnitt bewegt, und um ` +
  `höchstens ${format(worst, 2)}; in ${format(100 * same, 1)} % aller Zeilen blieb der stärkste Key ` +
  "derselbe. Das Bild, das du zuerst siehst, ist das von PyTorch, und nichts daran ist gerundet.";

export const TASKS = {
  looksBack: {
    ask:
      "Schreib einen eigenen Satz, und lass ihn lesen. Such dann den Kopf, der ein Wort zurücksieht, " +
      "und drück auf sein Bild.",
    told: (head, share, all, heads) =>
      `In ${head} gibt ein Token dem davor im Durchschnitt ${share} seines Gewichts. In deinem Satz ` +
      `${all > 1 ? "sehen" : "sieht"} ${all} von ${heads} Köpfen so zurück.`,
  },
  matters: {
    ask: "Schalte einen Kopf aus. Gibt irgendein Kopf einer späteren Schicht ein Zehntel seines Gewichts anderswohin?",
    told: (head, share) =>
      `Ein Kopf einer späteren Schicht tat es: ${share} vom Gewicht von ${head} haben sich bewegt. ` +
      "Er liest, was die früheren Köpfe " +
      "dazugegeben haben, also fehlt ihm der, der nun nichts dazugibt.",
  },
};
