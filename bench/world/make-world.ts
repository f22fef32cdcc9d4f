import { randomBytes } from "node:crypto";
import { createPartner } from "../../packages/router/src/features/keys/index.ts";
import {
  acceptInvitation,
  createStaffMember,
  invitePartnerMember,
} from "../../packages/router/src/features/staff/index.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { fillWorld, removeWorld, type Size } from "./fill-world.ts";
import { barcodeOf } from "./world.sql.ts";

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
    ...{ retailerId: first, name: "Olivia Owner", email: owner, password },
    role: "owner",
  });
  await db.prisma.staffMember.createMany({
    data: others.map((retailerId) => ({ retailerId, userId, role: "owner" as const })),
  });
  const { link } = await invitePartnerMember(system, { partnerId, email: partner });
  const token = link?.split("#")[1] ?? "";
  await acceptInvitation(ctx, { token, account: { name: "Petra Partner", password } });
  return { partnerId, apiKey: key.key, owner, partner, password, retailers, barcode: barcodeOf(1) };
}
