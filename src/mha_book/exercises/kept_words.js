// What is said of a reader's progress, and of what keeps it. No page.

// On the index; beside a link; and what stands there read out.
export const sayAll = (done, all) =>
  done
    ? `You have solved ${done} of the ${all} exercises that answer on these pages.`
    : `${all} exercises on these pages answer at once. You have solved none yet.`;
export const sayShort = (done, all) => (done < all ? `${done}/${all}` : "✓");
export const saySolved = (done, all) => `${done} of ${all} exercises solved`;

export const sayProgress = (done, all) => `${done} of ${all} solved here.`;

export const STORE = {
  damaged:
    "What this browser had kept of your progress could not be read. It was set aside, and counting begins anew.",
  closed: "This browser keeps nothing of this page, so your progress ends with it.",
  kept: "Your progress is kept in this browser, and nowhere else.",
  sure: "Forget what you have solved and written, on all pages?",
};
