import { createHash } from "node:crypto";
import { findRetailer } from "../../../access/find-retailer.ts";
import type { ChannelId } from "../../../core/channels/channel.schema.ts";
import { enabledChannels } from "../../../core/channels/index.ts";
import { type EditLine, editRows, openEdits, ownerOf, spool } from "../../../core/feeds/index.ts";
import { exactKeysOf, existingKeys } from "../../../core/items/index.ts";
import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { changeOf, type ItemEdits, readEditStates } from "../../customizations/index.ts";
import type { Rejection } from "../../ingest/ingest.schema.ts";
import type { PlanImport } from "../operations.schema.ts";

/** Bounds of one import: its file, its lines, and its edits in memory. */
const MAX_FILE_BYTES = 64 << 20;
const MAX_LINES = 200_000;
const MAX_CHARACTERS = 32 << 20;
const KEPT_REJECTIONS = 200;

export interface ReadImport {
  target: { retailerId: string; storeId: string | null };
  lines: number;
  itemKeys: string[];
  edits: ItemEdits[];
  fields: Record<string, number>;
  /** The stores that lose own settings, and those that keep own texts. */
  replaced: Set<string>;
  kept: Set<string>;
  rejectedLines: number;
  rejections: Rejection[];
}

const tooLarge = (what: string): DomainError =>
  new DomainError("PayloadTooLarge", `${what} Export fewer products with a filter, or split the file.`);

class Import {
  readonly read: ReadImport;
  readonly #enabled: ReadonlySet<ChannelId>;
  readonly #seen = new Map<string, number>();
  #characters = 0;

  constructor(target: ReadImport["target"], enabled: ReadonlySet<ChannelId>) {
    this.#enabled = enabled;
    this.read = {
      target,
      lines: 0,
      itemKeys: [],
      edits: [],
      fields: {},
      replaced: new Set(),
      kept: new Set(),
      rejectedLines: 0,
      rejections: [],
    };
  }

  reject(rejection: Rejection): void {
    const { rejections } = this.read;
    this.read.rejectedLines++;
    if (rejections.length < KEPT_REJECTIONS) rejections.push(rejection);
  }

  isFirst(line: number, itemKey: string): boolean {
    const earlier = this.#seen.get(itemKey);
    if (earlier === undefined) {
      this.#seen.set(itemKey, line);
      return true;
    }
    const message = `Line ${earlier} has the same product.`;
    this.reject({ line, field: "barcode", code: "repeated", message, value: itemKey });
    return false;
  }

  count(lines: number): void {
    this.read.lines += lines;
    if (this.read.lines <= MAX_LINES) return;
    throw tooLarge(`An import of edits has at most ${MAX_LINES.toLocaleString("en")} lines.`);
  }

  take(line: number, given: EditLine, state: Awaited<ReturnType<typeof readEditStates>>[number] | undefined): void {
    const { itemKey } = given;
    if (!state) {
      const message = this.read.target.storeId ? "The store does not have this product." : "No store has this product.";
      this.reject({ line, field: "barcode", code: "ProductNotFound", message, value: itemKey });
      return;
    }
    const change = changeOf(given, state, this.#enabled);
    if (!change) return;
    if ("rejected" in change) {
      const { field } = change.rejected;
      const value = String(new Map(Object.entries(given)).get(field) ?? "").slice(0, 200) || null;
      this.reject({ line, ...change.rejected, value });
      return;
    }
    const { edits } = change;
    this.#characters += JSON.stringify(edits).length;
    if (this.#characters > MAX_CHARACTERS) throw tooLarge("The file changes more text than one import can.");
    this.read.itemKeys.push(itemKey);
    this.read.edits.push({ barcode: state.barcode, edits });
    const { fields, replaced, kept } = this.read;
    for (const field of Object.keys(edits)) fields[field] = (fields[field] ?? 0) + 1;
    if ("hidden" in edits) for (const store of state.hiddenHere) replaced.add(store);
    if ("channels" in edits) for (const store of state.channelsHere) replaced.add(store);
    if (["title", "description", "brand", "for"].some((field) => field in edits))
      for (const store of state.dataHere) kept.add(store);
  }
}

/**
 * Compares the lines of a file with the products. Changes nothing.
 * @throws RetailerNotFound, StoreNotFound, PayloadTooLarge, UnrecognisedFeed, FeedTooComplex, Unavailable
 */
export async function readImport(ctx: Context, input: PlanImport): Promise<ReadImport> {
  const store = input.storeId === undefined ? undefined : await findStore(ctx, { ...input, storeId: input.storeId });
  const { retailerId } = store ?? (await findRetailer(ctx, input.retailerId));
  const target = { retailerId, storeId: store?.storeId ?? null };
  const bytes = await spool(input.feed, { limit: MAX_FILE_BYTES, owner: ownerOf(ctx.actor, retailerId) });
  try {
    // One file of a shop at a time leaves room for others.
    return await ctx.db.inQueue(`import of edits of ${retailerId}`, async () => {
      const enabled = await enabledChannels(ctx.db, retailerId, target.storeId);
      const feed = await openEdits(bytes);
      try {
        return await feed.read(async (read) => {
          const found = new Import(target, enabled);
          const take = editRows(async (rows) => {
            found.count(rows.length);
            const given = rows.flatMap(({ read: one }) => ("code" in one ? [] : one));
            const existing = await existingKeys(ctx.db, target, exactKeysOf(given));
            for (const one of given) if (existing.has(one.exactKey ?? "")) one.itemKey = one.exactKey as string;
            const valid: [number, EditLine][] = [];
            for (const { line, read: given } of rows) {
              if ("code" in given) found.reject({ line, ...given });
              else if (found.isFirst(line, given.itemKey)) valid.push([line, given]);
            }
            const keys = valid.map(([, { itemKey }]) => itemKey);
            const states = new Map(
              (await readEditStates(ctx.db, target, keys)).map((state) => [state.itemKey, state] as const),
            );
            for (const [line, given] of valid) found.take(line, given, states.get(given.itemKey));
          });
          await read(take);
          return found.read;
        });
      } finally {
        feed.close();
      }
    });
  } finally {
    await bytes.close();
  }
}

/** Other edits, or another store, have another token. */
export function selectionOfImport({ target, edits }: ReadImport): string {
  const hash = createHash("sha256").update(target.storeId ?? "");
  for (const item of edits) hash.update(`\0${JSON.stringify(item)}`);
  return hash.digest("base64url");
}
