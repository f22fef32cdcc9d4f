/** How many are done at once. */
const LANES = 32;

/**
 * Does the same for all of a list, several at once; what goes wrong for one does not keep the others waiting.
 * @throws AggregateError after the last one, of all that went wrong
 */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(LANES, items.length) }, lane));
  if (errors.length) throw new AggregateError(errors, `${errors.length} of ${items.length} went wrong`);
}
