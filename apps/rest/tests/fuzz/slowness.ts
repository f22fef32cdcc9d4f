import { type FuzzRequest, plainRequest } from "./requests.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** What the content of a field may cost at most. */
export const LIMIT_MS = 50;

const TRIES = 3;
/** Each with as many tries: on a machine with other work to do, three in a row may all have to wait. */
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
 * Milliseconds that the content of a request costs, if they are more than the limit. One that took long among others is sent
 * three times more with nothing beside it, and the best counts: a pause for garbage, a busy machine and a queue do not come
 * each time, an expression that goes back and forth does. What a plain request of the same operation takes, measured alike,
 * is taken off; and all that again, twelve times, until one finds nothing. The request may change something the first time:
 * then the others cost less, but for what reading its content costs.
 */
export async function costOfContent(target: Target, request: FuzzRequest, world: World): Promise<number> {
  let cost = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ROUNDS && cost > LIMIT_MS; n++) {
    cost = await best(target, request, world);
    if (cost > LIMIT_MS) cost -= await best(target, plainRequest(request.operation), world);
  }
  return cost;
}
