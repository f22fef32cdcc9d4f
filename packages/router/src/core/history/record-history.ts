import type { SqlTx } from "@highstreet/db";
import type { Actor, Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import type { HistoryAction, HistoryEntry, HistoryTarget } from "./history-entry.schema.ts";

/** A write to be remembered. `itemKey`: of the item that it is about, for the filter by barcode. */
export interface Write {
  retailerId: string;
  action: HistoryAction;
  target: Partial<HistoryTarget> & Pick<HistoryTarget, "type">;
  itemKey?: string;
  before: object | null;
  after: object | null;
}

function describe(actor: Actor | null): HistoryEntry["actor"] {
  if (actor?.kind === "key") return { kind: "key", id: actor.keyId, name: null };
  if (actor?.kind === "upload") return { kind: "upload", id: actor.keyId, name: null };
  if (actor?.kind === "staff") return { kind: "staff", id: actor.userId, name: actor.name };
  return { kind: "system", id: null, name: null };
}

const insert = `
  INSERT INTO history_entry (retailer_id, history_id, at, actor, actor_id, action, store_id, item_key, target, before, after, request_id)
  SELECT $1, e.id, $2, $3, $4, e.action, e.store_id, e.item_key, e.target, e.before, e.after, $5
  FROM unnest($6::uuid[], $7::text[], $8::uuid[], $9::text[], $10::jsonb[], $11::jsonb[], $12::jsonb[])
    AS e (id, action, store_id, item_key, target, before, after)`;

const json = (value: object | null): string | null => value && JSON.stringify(value);

/** Remembers who changed what, in the transaction of the change (contract §4, history). All of one retailer. */
export function recordHistory(ctx: Context, tx: SqlTx, writes: Write[]): void {
  const [first] = writes;
  if (!first) return;
  const now = ctx.now();
  const actor = describe(ctx.actor);
  const targets = writes.map(({ target }) => ({ id: null, storeId: null, barcode: null, ...target }));
  tx.send(insert, [
    ...[first.retailerId, now, JSON.stringify(actor), actor.id, ctx.requestId],
    writes.map(() => newId(now)),
    writes.map(({ action }) => action),
    targets.map(({ storeId }) => storeId),
    writes.map(({ itemKey }) => itemKey ?? null),
    targets.map((target) => JSON.stringify(target)),
    writes.map(({ before }) => json(before)),
    writes.map(({ after }) => json(after)),
  ]);
}
