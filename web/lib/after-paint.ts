/** Milliseconds: a page that is not painted, being hidden, waits no longer. */
const LONGEST = 100;

/** Runs it once, after the frame that shows what has been changed so far: whoever pressed a key sees at once that it was taken. */
export function afterPaint(run: () => void): void {
  const once = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    run();
  };
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(once);
  });
  let timer = setTimeout(once, LONGEST);
}
