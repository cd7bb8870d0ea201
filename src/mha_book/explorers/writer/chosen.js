// Which letters of the text a reader has chosen, and which the model has drawn: no DOM.
import { range } from "../shared/arrays.js";

const commonLength = (one, other) => {
  const end = one.findIndex((letter, k) => letter !== other[k]);
  return end < 0 ? one.length : end;
};

export const createChosen = () => {
  let [places, before] = [new Set(), []];
  // What stays of the text keeps its marks; `isChosen` says who has added the rest.
  const follow = (written, isChosen) => {
    const letters = [...written];
    const stays = commonLength(before, letters);
    places = new Set([...places].filter((place) => place < stays));
    if (isChosen) range(letters.length - stays).forEach((k) => places.add(stays + k));
    before = letters;
  };
  // The text in runs of one kind: {text, isChosen}.
  const runs = () =>
    before.reduce((all, letter, place) => {
      const isChosen = places.has(place);
      const last = all.at(-1);
      if (last?.isChosen === isChosen) last.text += letter;
      else all.push({ text: letter, isChosen });
      return all;
    }, []);
  return { follow, runs };
};
