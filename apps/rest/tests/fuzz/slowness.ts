import { type FuzzRequest, plainRequest } from "./requests.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/**
 * Maximum cost of the content of a field. Content that is read in quadratic time takes seconds. Honest content takes less than 50 ms
 * on an idle machine, and several times as long on a busy machine.
 */
export const LIMIT_MS = 1_000;

const TRIES = 3;
/** Each round has as many attempts, because all attempts of a round can be slow on a busy machine. */
const ROUNDS = 12;

async function best(target: Target, request: FuzzRequest, world: World): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) {
    least = Math.min(least, (await target.send(request, world)).ms);
    if (least <= LIMIT_MS) break;
  }
  return least;
}

/**
 * Milliseconds that the content of a request costs, if they exceed the limit. Sends a slow request three more times, alone. The fastest
 * attempt counts, because pauses for garbage, other work and queues do not come each time. The fastest plain request of the same
 * operation is subtracted. Repeats this up to twelve times, until one round is below the limit. The first attempt may change data:
 * later attempts then still read the content.
 */
export async function costOfContent(target: Target, request: FuzzRequest, world: World): Promise<number> {
  let cost = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ROUNDS && cost > LIMIT_MS; n++) {
    cost = await best(target, request, world);
    if (cost > LIMIT_MS) cost -= await best(target, plainRequest(request.operation), world);
  }
  return cost;
}
