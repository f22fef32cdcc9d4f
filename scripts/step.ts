/** Runs one step of the start and prints a line with the time it took. */
export async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`✓ ${label} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return result;
}
