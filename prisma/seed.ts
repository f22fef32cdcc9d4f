/**
 * Creates the demo shop with four weeks of its life, through the usual verbs: `node prisma/seed.ts`. Does nothing if a partner exists.
 * Environment: DATABASE_URL, HIGHSTREET_SECRET_KEY; HIGHSTREET_DEMO_FILE, a file for the sign-in data; HIGHSTREET_CONSOLE_URL and
 * HIGHSTREET_WEBHOOK_INBOX=1 to connect the first store's webhooks to the console's inbox.
 */
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { openDatabase } from "@highstreet/db";
import {
  type Context,
  createVault,
  eraseRetailer,
  inboxSecrets,
  openProviders,
  readSetting,
  Sender,
} from "@highstreet/router";
import { channelSteps } from "./seed/channels.ts";
import { type Deliveries, openDeliveries } from "./seed/deliveries.ts";
import { peopleSteps } from "./seed/people.ts";
import { productLines } from "./seed/products.ts";
import { createShop, invitePartner, OWNER, type Shop } from "./seed/shop.ts";
import { DAYS, stockSteps } from "./seed/stock.ts";

const env = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} to seed the demo shop.`);
  return value;
};

const settings = {
  allowLocalWebhooks: readSetting(process.env, "allowLocalWebhooks"),
  consoleUrl: readSetting(process.env, "consoleUrl") ?? "http://localhost:3000",
};

const realNow = (): Date => new Date();
const end = realNow();
/** The time in the shop's past; undefined: the present. */
let past: Date | undefined;
const setNow = (time: Date | undefined): void => {
  past = time;
};
const now = (): Date => past ?? realNow();

/** Removes an interrupted seed. A complete one has the person of the partner, who is created last. */
async function removeHalfSeeded(ctx: Context): Promise<void> {
  const [partner, ...others] = await ctx.db.prisma.partner.findMany({ take: 2, include: { retailers: true } });
  if (!partner || others.length || partner.name !== "Demo POS") return;
  if (await ctx.db.prisma.partnerMember.count()) return;
  for (const { id } of partner.retailers) await eraseRetailer(ctx, { retailerId: id });
  await ctx.db.prisma.partner.delete({ where: { id: partner.id } });
}

/** Lets the steps of the shop happen in their order, each at its time. */
async function live(shop: Shop, deliveries: Deliveries | undefined): Promise<void> {
  const { stores, as, at } = shop;
  const [london] = stores;
  const webhooks = (webhookUrl: string) => {
    const secret = inboxSecrets(env("HIGHSTREET_SECRET_KEY"), london.storeId)[0];
    return as.owner.channels.enable({ ...london.ids, body: { type: "webhooks", parameters: { webhookUrl, secret } } });
  };
  // From here on, events wait for the worker of `npm start`.
  const inboxAt = at(1, 17, 30);
  const steps = [
    ...channelSteps(shop, productLines(`${settings.consoleUrl}/demo`)),
    ...stores.flatMap((store) => stockSteps(shop, store, end)),
    ...peopleSteps(shop),
  ];
  if (deliveries) {
    const inbox = `${settings.consoleUrl}/api/inbox/${london.storeId}`;
    steps.push(
      { at: at(3, 6), run: () => webhooks(deliveries.webhookUrl) },
      { at: inboxAt, run: () => webhooks(inbox) },
    );
  }
  const byTime = Map.groupBy(steps, (step) => step.at.getTime());
  for (const time of [...byTime.keys()].sort((one, two) => one - two)) {
    if (time >= end.getTime()) break;
    if (time <= inboxAt.getTime()) await deliveries?.sendUntil(new Date(time));
    if (time === inboxAt.getTime()) await deliveries?.close();
    setNow(new Date(time));
    await Promise.all(byTime.get(time)?.map(({ run }) => run()) ?? []);
  }
  setNow(undefined);
}

async function seed(system: Context): Promise<Record<string, unknown> | undefined> {
  await removeHalfSeeded(system);
  if (await system.db.prisma.partner.count()) return undefined;
  const password = randomBytes(12).toString("base64url");
  setNow(new Date(end.getTime() - (DAYS + 1) * 86_400_000));
  const shop = await createShop(system, password, end);
  const hasInbox = readSetting(process.env, "webhookInbox") && settings.allowLocalWebhooks;
  await live(shop, hasInbox ? await openDeliveries(system, setNow) : undefined);
  await invitePartner(system, password);
  const { retailerId, apiKey, stores } = shop;
  const storeIds = stores.map(({ storeId }) => storeId);
  return { retailerId, storeIds, apiKey, email: OWNER, password, barcode: "85123A" };
}

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
  if (access && file) {
    // A kill leaves no half of it.
    writeFileSync(`${file}.new`, JSON.stringify(access, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
} finally {
  await db.close();
}
