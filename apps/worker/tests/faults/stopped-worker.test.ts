import { createHmac, randomBytes } from "node:crypto";
import { createCaller, createVault } from "@highstreet/router";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openShop, SECRET, type Shop, until } from "../shop.ts";
import { killAll, startWorker } from "./processes.ts";

const STOPS = rounds(50, 1);
const secretKey = randomBytes(32).toString("base64");

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // The processes use the machine's clock.
  shop.test.setNow(new Date());
});
afterEach(async () => {
  await killAll();
  await shop.clear();
});
afterAll(() => shop.test.close());

type Caller = ReturnType<typeof createCaller>;
type Store = Awaited<ReturnType<Shop["newStore"]>>;

/** Both kinds of receivers, each with a function that replaces its secret at once. */
const kinds = {
  "a webhooks channel": async (caller: Caller, { ids, webhooks }: Store, webhookUrl: string) => {
    await caller.channels.enable({ ...ids, body: { type: "webhook", parameters: { webhookUrl, secret: SECRET } } });
    return {
      isConnected: async () => (await webhooks())?.status === "connected",
      replace: (secret: string) => caller.webhooks.rotateSecret({ ...ids, body: { secret, immediate: true } }),
    };
  },
  "an endpoint": async (caller: Caller, { ids: { retailerId } }: Store, url: string) => {
    const { id: endpointId } = await caller.endpoints.create({ retailerId, body: { url, secret: SECRET } });
    const one = { retailerId, endpointId };
    return {
      isConnected: async () => (await caller.endpoints.get(one)).status === "connected",
      replace: (secret: string) => caller.endpoints.rotateSecret({ ...one, body: { secret, immediate: true } }),
    };
  },
};

it.each(Object.entries(kinds))(
  "a worker that stops for longer than its lease sends %s at most the request that it was writing with an ended secret",
  async (_, open) => {
    const receiver = await shop.newReceiver();
    const store = await shop.newStore();
    const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
    const { isConnected, replace } = await open(caller, store, receiver.url);
    const worker = await startWorker({ databaseUrl: shop.test.databaseUrl, secretKey });
    await until(isConnected);
    let sold = 0;
    let secret = SECRET;
    let later = 0;
    for (let n = 0; n < STOPS; n++) {
      await store.stock(Object.fromEntries(Array.from({ length: 1_000 }, () => [`sold-${sold++}`, 1])));
      const before = receiver.calls.length;
      await until(() => receiver.calls.length > before + 20 * n);
      worker.kill("SIGSTOP");
      const ended = secret;
      secret = `secretNumber${n}AfterStop`;
      // The stopped worker cannot give up its store, so this call is answered when the lease ends.
      await replace(secret);
      // The receiver reads all bytes that were written before the worker stopped. Later calls started after the answer.
      await fetch(receiver.url, { method: "POST", body: '{"action":"probe","data":{}}' });
      const answered = receiver.calls.length;
      worker.kill("SIGCONT");
      await until(() => receiver.callsAbout(`sold-${sold - 1}`).length > 0);
      const isOld = ({ body, headers }: (typeof receiver.calls)[number]) =>
        headers["x-webhook-signature"] === createHmac("sha256", ended).update(body).digest("hex");
      // SIGSTOP can hit between the check of the clock and the write. One process writes one request at a time.
      expect(receiver.calls.slice(answered).filter(isOld).length).toBeLessThanOrEqual(1);
      later += receiver.calls.length - answered;
    }
    // Late rounds stop the worker when few calls are left, so a single round can have none.
    expect(later).toBeGreaterThan(0);
  },
  600_000,
);
