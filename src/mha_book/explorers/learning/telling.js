// What is said below the pictures: a sentence, or what is read of a head, which changes as the head
// does. No DOM.

// `write(text)` shows a text. What is read stays until something else is said, and is told `again()`.
export const createTelling = (write) => {
  let reading = null; // tells it
  const say = (text) => {
    reading = null;
    write(text);
  };
  const again = () => reading && write(reading());
  const read = (tell) => {
    reading = tell;
    again();
  };
  return { say, read, again, isReading: () => reading !== null };
};
