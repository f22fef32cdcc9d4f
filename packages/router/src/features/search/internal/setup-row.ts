import { randomInt } from "node:crypto";
import { Prisma } from "@highstreet/db";
import type { ListingState, Matching, NewListingStore, Profile, ProviderErrorKind } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";

/** People do not confuse them. */
const SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const PART = 5;

const part = (): string => Array.from({ length: PART }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join("");

/** A random code of 49 bits: `HS-7K3QF-M9X2D`. */
export const newVerificationCode = (): string => `HS-${part()}-${part()}`;

const pattern = /(?<![0-9A-Z])HS[\s-]?([0-9A-Z]{5})[\s-]?([0-9A-Z]{5})(?![0-9A-Z])/gi;

/** In the form of `newVerificationCode`. */
export const codesIn = (labels: readonly string[] = []): string[] =>
  labels.flatMap((label) => [...label.matchAll(pattern)].map(([, one, two]) => `HS-${one}-${two}`.toUpperCase()));

/** Labels are not stored, because they can hold private notes. */
export type KnownProfile = Omit<Profile, "labels">;

type JsonColumn = "registeredStore" | "profile" | "matching" | "items" | "problem";

/** prisma/schema/search.prisma explains the columns. */
export interface SetupRow extends Omit<Prisma.SearchSetupModel, JsonColumn | "partnerId"> {
  registeredStore: NewListingStore | null;
  profile: KnownProfile | null;
  matching: Matching | null;
  items: ListingState["items"];
  problem: { kind: ProviderErrorKind; message: string } | null;
}

/** At a location that we cannot manage. */
export const emptySetup = {
  foundClosedAt: null,
  accessMissingSince: null,
  invitationAt: null,
  contestedAt: null,
  accessAt: null,
  storeCodeAt: null,
  registeredStore: null,
  sendingAt: null,
  sentAt: null,
  liveAt: null,
  profile: null,
  matching: null,
  items: null,
} satisfies Partial<SetupRow>;

export function newSetup(
  { retailerId, storeId }: StoreIds,
  wanted: Pick<SetupRow, "locationId" | "givenStoreCode">,
  now: Date,
): SetupRow {
  return {
    retailerId,
    storeId,
    ...wanted,
    verificationCode: newVerificationCode(),
    ...emptySetup,
    merchantId: null,
    checkedAt: null,
    nextCheckAt: now,
    failures: 0,
    problem: null,
  };
}

/** undefined if the channel is not enabled. */
export async function readSetup(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<SetupRow | undefined> {
  const row = await prisma.searchSetup.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    omit: { partnerId: true },
  });
  return (row as SetupRow | null) ?? undefined;
}

const json = (value: object | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject));

function columnsOf({
  retailerId: _,
  storeId: __,
  registeredStore,
  profile,
  matching,
  items,
  problem,
  ...columns
}: SetupRow) {
  return {
    ...columns,
    registeredStore: json(registeredStore),
    profile: json(profile),
    matching: json(matching),
    items: json(items),
    problem: json(problem),
  };
}

/** The caller holds the store's lock. */
export async function insertSetup({ prisma }: WithPrisma, row: SetupRow): Promise<void> {
  const { retailerId, storeId } = row;
  const { partnerId } = await prisma.retailer.findUniqueOrThrow({
    where: { id: retailerId },
    select: { partnerId: true },
  });
  await prisma.searchSetup.create({
    data: { retailerId, storeId, partnerId, ...columnsOf(row) },
    select: { storeId: true },
  });
}

/** Read under the store's lock. */
export async function updateSetup({ prisma }: WithPrisma, row: SetupRow): Promise<void> {
  const { retailerId, storeId } = row;
  await prisma.searchSetup.update({
    where: { retailerId_storeId: { retailerId, storeId } },
    data: columnsOf(row),
    select: { storeId: true },
  });
}

export async function deleteSetup({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  await prisma.searchSetup.deleteMany({ where: { retailerId, storeId } });
}

/** null: never. */
export async function widgetSeenAt({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<Date | null> {
  const store = await prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { widgetSeenAt: true },
  });
  return store?.widgetSeenAt ?? null;
}
