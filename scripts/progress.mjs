/** Longest time between two lines of progress. */
const PAUSE_MS = 4_000;

/** Removes the line of progress from the terminal, before another line. */
export function clearLine() {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}

/**
 * Says on stderr what runs and for how long: in a terminal with one line that changes, elsewhere with a line every few seconds.
 * @param {() => string} text
 * @returns {() => void} ends it
 */
export function showProgress(text) {
  const began = Date.now();
  const show = () => {
    const line = `… ${Math.round((Date.now() - began) / 1_000)} s: ${text()}`;
    if (!process.stderr.isTTY) return console.error(line);
    clearLine();
    process.stderr.write(line.slice(0, process.stderr.columns - 1));
  };
  show();
  const timer = setInterval(show, process.stderr.isTTY ? 1_000 : PAUSE_MS);
  return () => {
    clearInterval(timer);
    clearLine();
  };
}
