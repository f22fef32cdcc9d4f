import type { SqlTx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { insertEntries } from "./history.sql.ts";
import type { HistoryAction, HistoryEntry, HistoryTarget } from "./history-entry.schema.ts";

/** A write for the history. `itemKey` is the key of the changed item, for the filter by barcode. */
export interface Write {
  retailerId: string;
  action: HistoryAction;
  target: Partial<HistoryTarget> & Pick<HistoryTarget, "type">;
  itemKey?: string;
  before: object | null;
  after: object | null;
}

export function authorOf({ actor, author, agent }: Pick<Context, "actor" | "author" | "agent">): HistoryEntry["actor"] {
  if (author) return author;
  if (actor?.kind === "key") return { kind: "key", id: actor.keyId, name: null, ...(agent !== undefined && { agent }) };
  if (actor?.kind === "upload") return { kind: "upload", id: actor.keyId, name: null };
  if (actor?.kind === "staff") return { kind: "staff", id: actor.userId, name: actor.name };
  return { kind: "system", id: null, name: null };
}

const json = (value: object | null): string | null => value && JSON.stringify(value);

/** The values of `insertEditEntries`. The ids begin with their time and their place in this process, and end at random. */
export function entryValues(ctx: Context, retailerId: string): unknown[] {
  const now = ctx.now();
  const actor = authorOf(ctx);
  const id = newId(now);
  return [retailerId, now, JSON.stringify(actor), actor.id, ctx.requestId, ctx.operationId ?? id, id.slice(0, 26)];
}

/** Records who changed what, in the transaction of the change. All writes belong to one retailer. */
export async function recordHistory(ctx: Context, tx: SqlTx, writes: Write[]): Promise<void> {
  const [first] = writes;
  if (!first) return;
  const now = ctx.now();
  const actor = authorOf(ctx);
  const targets = writes.map(({ target }) => ({ id: null, storeId: null, barcode: null, ...target }));
  await tx.execute(insertEntries, [
    first.retailerId,
    now,
    JSON.stringify(actor),
    actor.id,
    ctx.requestId,
    ctx.operationId ?? newId(now),
    writes.map(() => newId(now)),
    writes.map(({ action }) => action),
    targets.map(({ storeId }) => storeId),
    writes.map(({ itemKey }) => itemKey ?? null),
    targets.map((target) => JSON.stringify(target)),
    writes.map(({ before }) => json(before)),
    writes.map(({ after }) => json(after)),
  ]);
}
