/** How many items are processed at once. */
const CONCURRENCY = 32;

/**
 * Runs `work` for each item, several at once. A failure of one item does not stop the others.
 * @throws AggregateError with all failures, after the last item
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const waiting = items.values();
  const run = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, run));
  if (errors.length) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
}
