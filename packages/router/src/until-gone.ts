import { untilAborted } from "@highstreet/db";
import type { Context } from "./context.ts";

/** The context of a read whose caller may hang up: the signal then cancels its SQL. */
export function untilGone(ctx: Context, signal: AbortSignal): Context {
  return { ...ctx, db: untilAborted(ctx.db, signal) };
}
