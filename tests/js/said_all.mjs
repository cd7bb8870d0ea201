// All lists of what is said, by what says it.
import attention from "./said_attention.mjs";
import browser from "./said_browser.mjs";
import editor from "./said_editor.mjs";
import exercises from "./said_exercises.mjs";
import finder from "./said_finder.mjs";
import gradient from "./said_gradient.mjs";
import layout from "./said_layout.mjs";
import learning from "./said_learning.mjs";
import map from "./said_map.mjs";
import mask from "./said_mask.mjs";
import position from "./said_position.mjs";
import recall from "./said_recall.mjs";
import sentence from "./said_sentence.mjs";
import shared from "./said_shared.mjs";
import words from "./said_words.mjs";
import writer from "./said_writer.mjs";

export const EXPLAINED = {
  attention,
  browser,
  finder,
  gradient,
  layout,
  learning,
  map,
  mask,
  position,
  sentence,
  shared,
  writer,
};

// Sentence by sentence the same in each language; the last say all that its own words have.
export const IN_LANGUAGES = { ...EXPLAINED, words };
export const SAID = { ...EXPLAINED, editor, exercises, recall, words };
