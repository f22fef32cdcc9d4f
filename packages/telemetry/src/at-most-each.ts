/** Repeats the last result for a while, also to concurrent callers. A failure is not repeated. */
export function atMostEach<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= ms) {
      const result = read();
      last = { at: performance.now(), result };
      result.catch(() => {
        if (last?.result === result) last = undefined;
      });
    }
    return last.result;
  };
}

/** Minimum pause between reads of the database for metrics, because every scrape of every process asks for them. */
export const READ_PAUSE_MS = 15_000;
