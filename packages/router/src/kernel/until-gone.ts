import { untilAborted } from "@highstreet/db";
import type { Context } from "./context.ts";

/** A context for a read. When the caller disconnects, the signal cancels the SQL of the read. */
export function untilGone(ctx: Context, signal: AbortSignal): Context {
  return { ...ctx, db: untilAborted(ctx.db, signal) };
}
