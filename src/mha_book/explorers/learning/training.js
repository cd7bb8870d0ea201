// When a run is trained, and how far: what Play, One step and the slider ask of a session. No DOM.
import { createClock } from "./compute.js";

// `read()` gives the inputs, `last` is the last step, `update()` runs when it begins or rests.
export const createTraining = ({ session, read, last, update, clock = createClock() }) => {
  // The step that was looked up, and whether since the training began; how many more single
  // steps were asked for while one was taken, or null while it plays.
  let [looked, isLookedUp, wanted] = [null, false, null];

  const isOn = () => session.now(read()).is === "trains";
  const stepNow = () => session.runOf(read())?.step ?? 0;
  const train = (until, from = null) => {
    clock.begin(Boolean(from) || !session.runOf(read()));
    [isLookedUp, wanted] = [false, null];
    const run = session.train(read(), until, from);
    update();
    return run;
  };
  const pause = () => {
    wanted = null;
    session.pause();
  };
  const stepOnce = (more) => {
    train(stepNow() + 1);
    wanted = more;
  };

  // The step that a link asks for, and that no run here has come to.
  const asked = () => {
    const { step } = read();
    return step > stepNow() && step !== looked ? step : null;
  };
  const play = () => {
    if (!isOn()) return train(asked() ?? last);
    pause();
    update();
  };
  const step = () => {
    if (!isOn()) stepOnce(0);
    else if (wanted !== null) wanted += 1;
  };
  const look = (at) => {
    pause();
    [looked, isLookedUp] = [at, true];
  };
  // A run has come to rest: says whether that is to be shown.
  const rests = (isOurs, at) => {
    clock.rest();
    const goesOn = isOurs && wanted > 0 && at < last;
    if (goesOn) stepOnce(wanted - 1);
    return isOurs && !goesOn && !isLookedUp;
  };
  return { train, pause, asked, play, step, look, rests, seconds: clock.seconds };
};
