import { Prisma } from "@highstreet/db";
import type { ListingState, Matching, NewListingStore, Profile, ProviderErrorKind } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";
import { newVerificationCode } from "./verification-code.ts";

/** The stored part of a profile. Labels are not stored, because they can hold private notes. */
export type KnownProfile = Omit<Profile, "labels">;

type JsonColumn = "registeredStore" | "profile" | "matching" | "items" | "problem";

/** The stored progress of a store's search channel. prisma/schema/search.prisma explains the columns. */
export interface SetupRow extends Omit<Prisma.SearchSetupModel, JsonColumn | "partnerId"> {
  /** The store as the search engine last accepted it. */
  registeredStore: NewListingStore | null;
  profile: KnownProfile | null;
  matching: Matching | null;
  items: ListingState["items"];
  problem: { kind: ProviderErrorKind; message: string } | null;
}

/** The progress at a location that we cannot manage. */
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

/** The setup of a channel that is about to be enabled. Its first check is due at once. */
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

/** @returns undefined if the store's search channel is not enabled */
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
    ...{ registeredStore: json(registeredStore), profile: json(profile), matching: json(matching), items: json(items) },
    problem: json(problem),
  };
}

/** Inserts the setup of a new channel. The caller holds the store's lock. */
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

/** Saves a setup that was read under the store's lock. */
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

/** When a store's in-store widget was last seen; null: never. */
export async function widgetSeenAt({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<Date | null> {
  const store = await prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { widgetSeenAt: true },
  });
  return store?.widgetSeenAt ?? null;
}
