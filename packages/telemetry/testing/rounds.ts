const { TEST_ROUNDS, TEST_SEED } = process.env;

/** Whether this is `npm run faults` or `npm run fuzz`, which set TEST_ROUNDS (scripts/all-rounds.ts). */
export const isFullRun = TEST_ROUNDS !== undefined;

/**
 * The number of rounds of a model, fuzz or fault test: `few` in `npm test`, `all` in a full run. TEST_ROUNDS can also be a number, which
 * then replaces both.
 */
export function rounds(all: number, few = Math.ceil(all / 10)): number {
  if (TEST_ROUNDS === undefined) return few;
  return TEST_ROUNDS === "all" ? all : Number(TEST_ROUNDS);
}

/** The seed of TEST_SEED, which repeats the moments or input of an earlier run. */
export const seedOr = (usual: number): number => Number(TEST_SEED ?? usual);
