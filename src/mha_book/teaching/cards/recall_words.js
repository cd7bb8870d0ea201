// What the round of cards says. No page.
const cards = (count) => (count === 1 ? "1 card" : `${count} cards`);
const wait = (count) => (count === 1 ? "waits" : "wait");

export const sayLeft = (left, later) => {
  const more = later ? ` After this round, ${later} more ${wait(later)} for another one.` : "";
  return `${cards(left)} left in this round.${more}`;
};

export const sayMissed = "It comes again at the end of the round.";

export const sayDone = (later) =>
  later
    ? `You knew all of this round. ${cards(later)} ${wait(later)} for another one.`
    : "You knew all of them. They come again when you have had time to forget: come back tomorrow.";

export const KINDS = [
  ["", "all"],
  ["word", "words"],
  ["question", "questions"],
  ["mistake", "mistakes"],
];
