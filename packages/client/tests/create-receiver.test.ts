import { emptyDatabase, Pool } from "@highstreet/db/testing";
import { eventInBatch, signDelivery } from "@highstreet/delivery";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createReceiver,
  memoryStore,
  type PostgresClient,
  postgresStore,
  type ReceiverStore,
  WebhookVerificationError,
} from "../src/index.ts";

const secret = "s3cretS3cretS3cret";
const database = await emptyDatabase();
const pool = new Pool({ connectionString: database.url, max: 4 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeAll(async () => {
  await pool.query("CREATE TABLE highstreet_calls (subject text PRIMARY KEY, sequence bigint NOT NULL)");
  await pool.query("CREATE TABLE prices (barcode text, price numeric)");
});
beforeEach(() => pool.query("TRUNCATE highstreet_calls, prices"));

interface Call {
  storeId: string;
  sequence: number;
  body: string;
  id?: string;
}

const updateOf = (storeId: string, sequence: number, item: string): Call => ({
  ...{ storeId, sequence },
  body: JSON.stringify({ action: "inventory.update", data: { id: item, barcode: item, price: sequence } }),
});
const signed = (call: Call, by = secret): Record<string, string> => signDelivery({ ...call, at: new Date() }, [by]);

const stores: [string, () => ReceiverStore<unknown>][] = [
  ["memory", memoryStore],
  ["PostgreSQL", () => postgresStore(pool)],
];

describe.each(stores)("with the store in %s", (_, storeOf) => {
  test("an item's states are handled once and in order, whatever comes twice, late, together, or fails", async () => {
    const callsOf = fc.array(
      fc.record({ storeId: fc.constantFrom("a", "b"), sequence: fc.integer({ min: 1, max: 12 }), fails: fc.boolean() }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(callsOf, fc.integer({ min: 1, max: 5 }), async (calls, together) => {
        await pool.query("TRUNCATE highstreet_calls");
        const handled = new Map<string, number[]>();
        const failing = new Set<string>();
        const receive = createReceiver({
          secrets: secret,
          store: storeOf(),
          async handle(event) {
            if (event.action !== "inventory.update") throw new Error("another event");
            const { id, price } = event.data;
            await new Promise(setImmediate);
            if (failing.delete(`${id} ${price}`)) throw new Error("the handler fails");
            handled.set(id, [...(handled.get(id) ?? []), price]);
          },
        });
        const send = async (call: Call) => receive(call.body, signed(call)).catch(() => undefined);
        // An item of a store is one subject: its barcode has the store here, and every third event is of another item.
        const sent = calls.map(({ storeId, sequence, fails }) => {
          const item = `${storeId}${sequence % 3 ? "" : "-other"}`;
          if (fails) failing.add(`${item} ${sequence}`);
          return { item, call: updateOf(storeId, sequence, item) };
        });
        for (let n = 0; n < sent.length; n += together)
          await Promise.all(sent.slice(n, n + together).map(({ call }) => send(call)));
        for (const { call } of sent) await send(call);

        for (const [item, sequences] of handled) {
          expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
          const known = sent.filter((one) => one.item === item).map(({ call }) => call.sequence);
          expect(sequences.at(-1)).toBe(Math.max(...known));
        }
        expect(new Set(handled.keys())).toEqual(new Set(sent.map(({ item }) => item)));
      }),
      { numRuns: rounds(300) },
    );
  });

  test("the source, each channel and each item of a store are subjects of their own", async () => {
    const seen: unknown[] = [];
    const receive = createReceiver({ secrets: secret, store: storeOf(), handle: ({ data }) => void seen.push(data) });
    const send = (sequence: number, action: string, data: object) => {
      const call = { storeId: "s", sequence, body: JSON.stringify({ action, data }) };
      return receive(call.body, signed(call));
    };
    const all: [string, object][] = [
      ["webhook.enabled", {}],
      ["inventory_source.update", { status: "connected" }],
      ["channel.update", { channel: { id: "search" } }],
      ["channel.update", { channel: { id: "local_ads" } }],
      ["inventory.update", { id: "one" }],
      ["inventory.update", { id: "two" }],
      ["of.later", { id: "one" }],
      ["of.later", { id: "two" }],
    ];
    for (const [n, call] of all.reverse().entries()) expect(await send(100 - n, ...call)).toBe("handled");
    for (const [n, call] of all.entries()) expect(await send(100 - n, ...call)).toBe("dropped");
    expect(seen).toEqual(all.map(([, data]) => data));
  });

  test("each event of a batch is handled as in a call of its own, also beside one that fails", async () => {
    const seen: unknown[] = [];
    let failing: string | undefined = "cup";
    const receive = createReceiver({
      secrets: secret,
      store: storeOf(),
      handle: ({ action, data }) => {
        if (action !== "inventory.update") throw new Error("another event");
        if (data.id === failing) throw new Error(`the handler fails for ${data.id}`);
        seen.push([data.id, data.price]);
      },
    });
    const batch = (...calls: Call[]) => {
      const parts = calls.map(({ storeId, sequence, body }) => eventInBatch(storeId, sequence, body));
      const body = `{"events":[${parts.join()}]}`;
      const call = { id: "batch_1", events: calls.length, endpointId: "e", body, at: new Date() };
      return receive(body, signDelivery(call, [secret]));
    };
    const [mug, cup, other] = [updateOf("s", 3, "mug"), updateOf("s", 4, "cup"), updateOf("t", 1, "mug")];
    await expect(batch(mug, cup, other)).rejects.toThrow("fails for cup");
    expect(seen).toEqual([
      ["mug", 3],
      ["mug", 1],
    ]);
    expect(await receive(mug.body, signed(mug))).toBe("dropped");
    failing = undefined;
    expect(await batch(mug, cup, other)).toBe("handled");
    expect(await batch(mug, cup, updateOf("s", 2, "mug"))).toBe("dropped");
    expect(seen.slice(2)).toEqual([["cup", 4]]);
    const cupAgain = updateOf("s", 4, "cup");
    expect(await receive(cupAgain.body, signed(cupAgain))).toBe("dropped");
  });

  test("a test call is handled once, whatever came before", async () => {
    const receive = createReceiver({ secrets: secret, store: storeOf(), handle: () => undefined });
    const call = { ...updateOf("s", 0, ""), body: '{"action":"webhook.enabled","data":{}}' };
    for (const id of ["test_s_1", "test_s_2", "ping_e_1"]) {
      expect(await receive(call.body, signed({ ...call, id }))).toBe("handled");
      expect(await receive(call.body, signed({ ...call, id }))).toBe("dropped");
    }
  });

  test("a call by others changes nothing: a false signature, or another sequence than the signed one", async () => {
    const receive = createReceiver({ secrets: ["0ther0ther0ther", secret], store: storeOf(), handle: () => undefined });
    const [first, second] = [updateOf("s", 1, "mug"), updateOf("s", 2, "mug")];
    const refused = (headers: Record<string, string>) =>
      expect(receive(first.body, headers)).rejects.toThrow(WebhookVerificationError);
    await refused(signed(first, "another1another2"));
    await refused({ ...signed(first), "webhook-id": "evt_s_900" });
    expect(await receive(first.body, { ...signed(first), "x-webhook-sequence": "900" })).toBe("handled");
    expect(await receive(second.body, signed(second))).toBe("handled");
  });
});

describe("what the handler writes in PostgreSQL", () => {
  const receiverOf = (after: (client: PostgresClient) => Promise<void> | void) =>
    createReceiver({
      secrets: secret,
      store: postgresStore(pool),
      async handle({ action, data }, client) {
        if (action !== "inventory.update") return;
        await client.query("INSERT INTO prices VALUES ($1, $2)", [data.barcode, data.price]);
        await after(client);
      },
    });
  const call = updateOf("s", 1, "mug");
  const prices = async () => (await pool.query("SELECT barcode, price::int FROM prices")).rows;

  test("is kept with the record of the call", async () => {
    const receive = receiverOf(() => undefined);
    expect(await Promise.all([1, 2, 3].map(() => receive(call.body, signed(call))))).toEqual(
      expect.arrayContaining(["handled", "dropped", "dropped"]),
    );
    expect(await prices()).toEqual([{ barcode: "mug", price: 1 }]);
  });

  test.each<[string, (client: PostgresClient) => Promise<void> | void]>([
    ["the handler fails", () => Promise.reject(new Error("the handler fails"))],
    [
      "a statement fails and the handler goes on",
      (client) => client.query("SELECT 1/0").then(undefined, () => undefined),
    ],
    [
      "the connection ends",
      async (client) => {
        await client.query("SELECT pg_terminate_backend(pg_backend_pid())");
      },
    ],
  ])("is gone if %s, and the next call is handled", async (_, fail) => {
    await expect(receiverOf(fail)(call.body, signed(call))).rejects.toThrow();
    expect(await prices()).toEqual([]);
    expect(await receiverOf(() => undefined)(call.body, signed(call))).toBe("handled");
    expect(await prices()).toEqual([{ barcode: "mug", price: 1 }]);
  });

  test("has a table of its own for each address", async () => {
    await pool.query(`CREATE TABLE "of ""another"" address" (subject text PRIMARY KEY, sequence bigint NOT NULL)`);
    const handle = () => undefined;
    for (const table of ["highstreet_calls", 'of "another" address']) {
      const receive = createReceiver({ secrets: secret, store: postgresStore(pool, table), handle });
      expect(await receive(call.body, signed(call))).toBe("handled");
    }
  });
});
