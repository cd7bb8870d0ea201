// Whether a slider is being drawn along by a mouse or a finger, which has not come to rest.

// `onrest()` runs when it has. `begin()` follows until what it returns ends that.
export const whileDrawn = (host, onrest) => {
  let isDrawn = false;
  const start = ({ target }) => (isDrawn = target.matches("input[type=range]"));
  const rest = () => {
    if (!isDrawn) return;
    isDrawn = false;
    onrest();
  };
  const ends = ["pointerup", "pointercancel"];
  const begin = () => {
    host.addEventListener("pointerdown", start);
    host.addEventListener("change", rest);
    ends.forEach((type) => addEventListener(type, rest));
    return () => ends.forEach((type) => removeEventListener(type, rest));
  };
  return { begin, isDrawn: () => isDrawn };
};
