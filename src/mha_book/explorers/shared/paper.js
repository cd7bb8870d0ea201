// Whether the page is being printed: `isPrinted()`. `draw()` runs when that begins and when it is
// over, for what stands otherwise where nobody can press anything.
const TURNS = ["beforeprint", "afterprint"];

export const followPaper = (draw) => {
  let is = false;
  const turn = ({ type }) => {
    is = type === TURNS[0];
    draw();
  };
  TURNS.forEach((name) => addEventListener(name, turn));
  return {
    isPrinted: () => is,
    close: () => TURNS.forEach((name) => removeEventListener(name, turn)),
  };
};
