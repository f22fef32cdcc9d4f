import { randomBytes } from "node:crypto";
import { type Database, longTimeouts } from "@highstreet/db";
import { type Context, createPartner, type Vault } from "@highstreet/router";
import { acceptInvitation, createStaffMember, invitePartnerMember } from "@highstreet/router/features/staff/index.ts";
import * as sql from "./world.sql.ts";

/** The size of a world. */
export interface Size {
  retailers: number;
  /** Stores of all retailers together. */
  stores: number;
  /** Stores of one more retailer. */
  storesOfOne: number;
  /** Stores with a webhooks channel, evenly spread. All stores of the one retailer have one in addition. */
  webhooks: number;
  /** Items of each store. Each item has two events. */
  items: number;
  /** The address of all webhooks channels. */
  webhookUrl: string;
  /** Their signing secret. */
  secret: string;
}

/**
 * Fills an empty database with a world of one partner, in one transaction. No event waits, no job is due.
 * @param partnerId the partner of all retailers
 */
export async function fillWorld(db: Database, vault: Vault, partnerId: string, size: Size): Promise<void> {
  const { retailers, stores, storesOfOne, items, webhooks, webhookUrl, secret } = size;
  await db.transaction(
    "no shop",
    async (tx) => {
      for (const text of sql.fill) await tx.query(text, [partnerId, items, retailers, stores, storesOfOne]);
      for (const text of sql.fillStaff) await tx.query(text, [retailers]);
      for (const text of sql.fillSearch) await tx.query(text, [partnerId, stores]);
      const values = [webhooks, stores];
      const found = await tx.query<{ retailerId: string; storeId: string }>(sql.storesWithWebhooks, values);
      const channels = [
        found.map(({ retailerId }) => retailerId),
        found.map(({ storeId }) => storeId),
        found.map(({ retailerId, storeId }) => vault.seal(secret, ["channel", retailerId, storeId, "webhooks"])),
      ];
      const receiver = `${partnerId} ${new URL(webhookUrl).origin}`;
      for (const text of sql.fillWebhooks) await tx.query(text, [...channels, webhookUrl, receiver, 2 * items]);
    },
    longTimeouts,
  );
  await db.query("VACUUM (ANALYZE)");
}

/**
 * Removes a world that `fillWorld` made.
 * @throws Error if the database has other partners or people
 */
async function removeWorld(db: Database): Promise<void> {
  const [row] = await db.query<{ strangers: number }>(sql.strangers);
  if (row?.strangers)
    throw new Error("The database has data that `npm run world` did not make. Name an empty database.");
  const tables = await db.query<{ table: string }>(sql.filledTables);
  await db.query(sql.emptyTables(tables.map(({ table }) => table)));
}

/** Shops of the owner who can sign in. */
const SHOPS = 50;
/** Ids of this time mark what the generator has made. */
const beginning = (): Date => new Date(0);

/** What opens a world. */
export interface Made {
  partnerId: string;
  apiKey: string;
  /** The owner of some shops, and a person with the partner role. Both have the password. */
  owner: string;
  partner: string;
  password: string;
  /** The retailers in the order of their ids. The last one has `storesOfOne` stores, if any. */
  retailers: string[];
  /** An item that every store has. */
  barcode: string;
}

/**
 * Replaces the world of a database.
 * @throws Error if the database has data that no generator has made
 */
export async function makeWorld(system: Context, size: Omit<Size, "secret">): Promise<Made> {
  const { db } = system;
  const ctx = { ...system, now: beginning };
  await removeWorld(db);
  const { partnerId, key } = await createPartner(ctx, { name: "World of tills" });
  await fillWorld(db, ctx.vault, partnerId, { ...size, secret: randomBytes(24).toString("hex") });
  const all = await db.prisma.retailer.findMany({ where: { partnerId }, orderBy: { id: "asc" }, select: { id: true } });
  const retailers = all.map(({ id }) => id);
  const password = randomBytes(12).toString("base64url");
  const [owner, partner] = ["owner@world.example", "partner@world.example"];
  const [first = "", ...others] = retailers.slice(0, SHOPS);
  const userId = await createStaffMember(ctx, {
    retailerId: first,
    name: "Olivia Owner",
    email: owner,
    password,
    role: "owner",
  });
  await db.prisma.staffMember.createMany({
    data: others.map((retailerId) => ({ retailerId, userId, role: "owner" as const })),
  });
  const { link } = await invitePartnerMember(system, { partnerId, email: partner });
  const token = link?.split("#")[1] ?? "";
  await acceptInvitation(ctx, { token, account: { name: "Petra Partner", password } });
  return { partnerId, apiKey: key.key, owner, partner, password, retailers, barcode: sql.barcodeOf(1) };
}
