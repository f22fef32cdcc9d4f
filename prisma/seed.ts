/**
 * Creates the demo shop through the usual verbs: `node prisma/seed.ts`. Does nothing if a partner exists. Environment:
 * DATABASE_URL, HIGHSTREET_SECRET_KEY; HIGHSTREET_DEMO_FILE, a file for the sign-in data; HIGHSTREET_CONSOLE_URL and
 * HIGHSTREET_WEBHOOK_INBOX=1 to connect the first store's webhooks to the console's inbox.
 */
import { randomBytes } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { openDatabase } from "@highstreet/db";
import {
  type Context,
  createCaller,
  createPartner,
  createVault,
  inboxSecrets,
  openClock,
  openProviders,
  readSetting,
  Sender,
  scopes,
} from "@highstreet/router";
import { acceptInvitation, createStaffMember, invitePartnerMember } from "@highstreet/router/features/staff/index.ts";

const staff = [
  { name: "Olivia Owner", email: "owner@demo.example", role: "owner" },
  { name: "Max Manager", email: "manager@demo.example", role: "manager" },
  { name: "Vera Viewer", email: "viewer@demo.example", role: "viewer" },
] as const;

const place = { country: "GB", areaType: "urban" } as const;
const stores = [
  {
    ...place,
    name: "Carnaby Street",
    externalId: "london",
    address: "12 Carnaby Street",
    postcode: "W1F 9PS",
    city: "London",
    ...{ latitude: 51.5127, longitude: -0.1386 },
  },
  {
    ...place,
    name: "The Shambles",
    externalId: "york",
    address: "30 The Shambles",
    postcode: "YO1 7LX",
    city: "York",
    ...{ latitude: 53.9591, longitude: -1.0797 },
  },
];

const env = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} to seed the demo shop.`);
  return value;
};
const demo = (file: string): string => new URL(`demo/${file}`, import.meta.url).pathname;

/** York's stock: every second line of London's. */
async function* everyOtherLine(file: string): AsyncGenerator<Uint8Array> {
  const [header, ...lines] = (await readFile(file, "utf8")).split("\n");
  yield Buffer.from(`${[header, ...lines.filter((_, index) => index % 2 === 0)].join("\n")}\n`);
}

/** Removes an interrupted seed. A complete seed has staff, which is created last. */
async function removeHalfSeeded(ctx: Context): Promise<void> {
  const [partner, ...others] = await ctx.db.prisma.partner.findMany({
    take: 2,
    include: { retailers: { include: { stores: true } } },
  });
  if (!partner || others.length || partner.name !== "Demo POS") return;
  if (await ctx.db.prisma.staffMember.count()) return;
  const caller = createCaller(ctx);
  for (const retailer of partner.retailers) {
    for (const store of retailer.stores) {
      const ids = { retailerId: retailer.id, storeId: store.id };
      for (const { id } of await caller.channels.list(ids)) await caller.channels.remove({ ...ids, type: id });
      await caller.stores.delete(ids);
    }
    await caller.retailers.delete({ retailerId: retailer.id });
  }
  await ctx.db.prisma.partner.delete({ where: { id: partner.id } });
}

async function seed(system: Context): Promise<Record<string, unknown> | undefined> {
  await removeHalfSeeded(system);
  if (await system.db.prisma.partner.count()) return undefined;
  const { partnerId, key } = await createPartner(system, { name: "Demo POS" });
  const actor = {
    kind: "key",
    keyId: key.id,
    partnerId,
    scopes: new Set(scopes),
    retailerIds: null,
    expiresAt: null,
  } as const;
  const caller = createCaller({ ...system, actor });

  const retailer = await caller.retailers.create({ body: { name: "The Gift Shop", externalId: "gift-shop", stores } });
  const retailerId = retailer.id;
  const [london, york] = retailer.stores.map((store) => ({ retailerId, storeId: store.id }));
  if (!london || !york) throw new Error("The demo shop has two stores.");
  await caller.products.putFeed({ retailerId, feed: createReadStream(demo("products.csv")) });
  await caller.inventory.putStock({ ...london, mode: "update", feed: createReadStream(demo("stock.csv")) });
  await caller.inventory.putStock({ ...york, mode: "update", feed: everyOtherLine(demo("stock.csv")) });
  await caller.channels.enable({
    ...london,
    body: { type: "search", parameters: { locationId: "4503599627370497001" } },
  });
  if (readSetting(process.env, "webhookInbox")) {
    const parameters = {
      webhookUrl: `${env("HIGHSTREET_CONSOLE_URL")}/api/inbox/${london.storeId}`,
      secret: inboxSecrets(env("HIGHSTREET_SECRET_KEY"), london.storeId)[0],
    };
    await caller.channels.enable({ ...london, body: { type: "webhooks", parameters } });
  }
  const password = randomBytes(12).toString("base64url");
  for (const member of staff) await createStaffMember(system, { retailerId, password, ...member });
  const { link } = await invitePartnerMember(system, { partnerId, email: "partner@demo.example" });
  const token = link?.split("#")[1] ?? "";
  await acceptInvitation(system, { token, account: { name: "Petra Partner", password } });
  return {
    ...{ retailerId, storeIds: [london.storeId, york.storeId], apiKey: key.key },
    ...{ email: staff[0].email, password, barcode: "85123A" },
  };
}

const settings = {
  allowLocalWebhooks: readSetting(process.env, "allowLocalWebhooks"),
  consoleUrl: readSetting(process.env, "consoleUrl") ?? "http://localhost:3000",
};
const now = openClock(process.env);
const db = openDatabase({ url: env("DATABASE_URL") });
try {
  const access = await seed({
    ...{ db, actor: { kind: "system" }, now, requestId: "seed" },
    providers: openProviders(process.env, db, now),
    vault: createVault(env("HIGHSTREET_SECRET_KEY")),
    settings,
    sender: new Sender(settings),
  });
  const file = process.env.HIGHSTREET_DEMO_FILE;
  if (access && file) writeFileSync(file, JSON.stringify(access, null, 2), { mode: 0o600 });
} finally {
  await db.close();
}
