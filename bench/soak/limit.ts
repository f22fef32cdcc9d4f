import { type Load, quantile } from "./load.ts";
import { type Shops, untilSent } from "./shops.ts";

const CALLERS = [4, 8, 16, 32];

/**
 * Measures the calls a second of the mix, with more callers at once from step to step. The time of a step includes the deliveries
 * of all its events, so the limit is one that the workers can follow.
 * @returns the highest rate
 */
export async function measureLimit(load: Load, shops: Shops, minutes: number): Promise<number> {
  const seconds = Math.max(3, Math.min(10, minutes * 4));
  // Until the code is compiled and the caches are full.
  await load.full(8, seconds);
  await untilSent(shops);
  const rates: number[] = [];
  for (const callers of CALLERS) {
    const began = performance.now();
    const calls = await load.full(callers, seconds);
    await untilSent(shops);
    const rate = (calls * 1_000) / (performance.now() - began);
    console.log(`  ${callers} callers: ${rate.toFixed(0)} calls a second, deliveries included`);
    rates.push(rate);
  }
  return quantile(rates, 1);
}
