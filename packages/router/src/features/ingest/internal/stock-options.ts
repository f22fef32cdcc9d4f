import { createHash } from "node:crypto";
import { ahead, shopTime } from "../../../access/find-retailer.ts";
import { presets, type Spool, type StockOptions } from "../../../core/feeds/index.ts";
import type { FoundStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { FeedMapping } from "../../sources/source.schema.ts";

export const storeOptions = (
  { now }: Pick<Context, "now">,
  { currency, country, name, externalId, timezone, clockAhead }: FoundStore,
): StockOptions => ({
  now: ahead(now(), clockAhead),
  timeZone: timezone,
  currency,
  country,
  names: externalId === null ? [name] : [name, externalId],
});

/** Maximum number of stores of a retailer whose names can make a column of places a column of stores. */
const MAX_STORES = 10_000;

async function storeCodes(ctx: Context, retailerId: string, take?: number): Promise<Map<string, string>> {
  const channels = await ctx.db.prisma.channel.findMany({
    where: { retailerId, channel: "search" },
    select: { storeId: true, parameters: true },
    ...(take && { take }),
  });
  const codes = channels.map(({ storeId, parameters }) => [storeId, (parameters as SearchCode).storeCode] as const);
  return new Map(codes.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
type SearchCode = { storeCode?: string | null };

interface KeptOptions {
  mode?: "update" | "replace";
  columns?: FeedMapping;
  decimalSign?: StockOptions["decimalSign"];
}

function chosenOf(source: { parameters: unknown; provider: string | null } | null, given: FeedMapping) {
  const { columns: kept, decimalSign, mode } = (source?.parameters ?? {}) as KeptOptions;
  const { columns: usual, words } = presets.find(({ id }) => id === source?.provider) ?? {};
  return { columns: { ...usual, ...kept, ...given }, words, decimalSign, mode };
}

/** @param given the columns of this call, which win over those of the source */
export async function stockOptions(ctx: Context, store: FoundStore, given: FeedMapping = {}): Promise<StockOptions> {
  const { retailerId, storeId } = store;
  const source = await ctx.db.prisma.inventorySource.findFirst({
    where: { retailerId, storeId },
    select: { parameters: true, provider: true },
  });
  const stores = await ctx.db.prisma.store.findMany({
    where: { retailerId },
    select: { name: true, externalId: true },
    take: MAX_STORES,
  });
  const codes = await storeCodes(ctx, retailerId, MAX_STORES);
  const { columns, words, decimalSign } = chosenOf(source, given);
  const own = storeOptions(ctx, store);
  const code = codes.get(storeId);
  return {
    ...own,
    names: code ? [...own.names, code] : own.names,
    stores: [
      ...stores.flatMap(({ name, externalId }) => (externalId ? [name, externalId] : [name])),
      ...codes.values(),
    ],
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(words && { words }),
    ...(decimalSign && { decimalSign }),
  };
}

const currencyOf = (stores: readonly { currency: string }[]): string =>
  stores.every(({ currency }) => currency === stores[0]?.currency) ? (stores[0]?.currency ?? "") : "";

/** `mode`: of files without one. */
export type FileOptions = StockOptions & { split: NonNullable<StockOptions["split"]>; mode?: KeptOptions["mode"] };

export async function fileOptions(ctx: Context, retailerId: string, given: FeedMapping = {}): Promise<FileOptions> {
  const { prisma } = ctx.db;
  const where = { retailerId };
  const rows = await prisma.store.findMany({
    where,
    select: { id: true, name: true, externalId: true, currency: true, country: true, timezone: true },
    orderBy: { id: "asc" },
  });
  const source = await prisma.retailerSource.findUnique({ where, select: { parameters: true, provider: true } });
  const { columns, words, decimalSign, mode } = chosenOf(source, given);
  const connected = await prisma.uploadKey.findMany({ where, select: { storeId: true } });
  const withSource = new Set(connected.map(({ storeId }) => storeId));
  const codes = await storeCodes(ctx, retailerId);
  const stores = rows.map(({ id, name, externalId, currency, country, timezone }) => ({
    id,
    currency,
    country,
    timeZone: timezone,
    hasOwnSource: withSource.has(id),
    names: [id, name, externalId ?? "", codes.get(id) ?? ""],
  }));
  return {
    now: await shopTime(ctx.db, retailerId, ctx.now()),
    currency: currencyOf(rows),
    names: [],
    split: { retailerId, stores },
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(words && { words }),
    ...(decimalSign && { decimalSign }),
    ...(mode && { mode }),
  };
}

/** Raise it when the rules of lines change, so that the next file is read by the new rules even if its bytes are the same. */
const RULES = 5;

/** The same bytes have another digest if they are read in another way. */
export function feedDigest(bytes: Spool, { columns, decimalSign, timeZone, split }: StockOptions): Buffer {
  const hash = createHash("sha256").update(bytes.digest);
  return hash.update(JSON.stringify([RULES, columns, decimalSign, timeZone, split?.stores])).digest();
}
