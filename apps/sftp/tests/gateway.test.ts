import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeOf, startGateway, type Till } from "./start-gateway.ts";

const world = await startGateway();
afterAll(() => world.close());
const { rest, till: connectTill, newStore } = world;

const stock = "barcode,price,quantity\n5000000000017,1.50,3\n";
const more = "barcode,price,quantity\n5000000000024,2.00,7\n";

let store: Awaited<ReturnType<typeof newStore>>;
let till: Till;
beforeEach(async () => {
  store = await newStore();
  till = await connectTill(store.key);
  return () => till.drop();
});

describe("an upload", () => {
  test("is the same ingest as the PUT of the same file", async () => {
    await till.put("/stock.csv", stock);
    const other = await newStore();
    const body = stock;
    const answer = await rest.call("PUT", "/v1/inventory/uploads/stock.csv", { key: other.key, body });
    const withoutIds = ({ id: _, durationMs: __, ...shown }: Record<string, unknown>) => shown;
    expect((await store.ingests()).map(withoutIds)).toEqual([withoutIds(answer.json())]);
    expect(await store.shelf()).toEqual(await other.shelf());
    const { data } = await rest.json<{ data: object[] }>("GET", `/v1/retailers/${store.ids.retailerId}/history`);
    expect(data[0]).toMatchObject({ action: "stock.feed", actor: { kind: "upload", id: store.key.split("_")[1] } });
    expect(JSON.parse(await till.read("/stock.csv.result.json"))).toEqual((await store.ingests())[0]);
  });

  test("has the mode of its source, and a file with the name products is product data", async () => {
    const replacing = await newStore({ mode: "replace" });
    const own = await connectTill(replacing.key);
    await own.put("/stock.csv", stock);
    await own.put("/stock.csv", more);
    expect(await replacing.shelf()).toEqual([
      ["5000000000017", 0],
      ["5000000000024", 7],
    ]);
    await own.put("products.csv", "barcode,title\n5000000000017,Mug\n");
    const ofRetailer = `/v1/retailers/${replacing.ids.retailerId}/inventory/ingests`;
    expect((await rest.json<{ data: object[] }>("GET", ofRetailer)).data).toHaveLength(1);
    await own.drop();
  });

  test("can have a temporary name, as common clients give it, and its own name afterwards", async () => {
    await till.put("/products.csv.filepart", "barcode,title\n5000000000017,Mug\n");
    await new Promise<void>((resolve, reject) =>
      till.sftp.rename("/products.csv.filepart", "/products.csv", (error) => (error ? reject(error) : resolve())),
    );
    expect(await store.ingests()).toEqual([]);
    expect(await till.list()).toEqual(["products.csv", "products.csv.result.json"]);
  });

  test("in many parallel writes arrives whole, and a stat shows its size", async () => {
    const note = "x".repeat(1_000);
    const lines = Array.from({ length: 3_000 }, (_, n) => `${5_000_000_000_000 + n},1.50,${n},${note}`);
    const text = `barcode,price,quantity,note\n${lines.join("\n")}\n`;
    const folder = await mkdtemp(join(tmpdir(), "highstreet-till-"));
    const file = join(folder, "stock.csv");
    await writeFile(file, text);
    await new Promise<void>((resolve, reject) =>
      till.sftp.fastPut(file, "/stock.csv", (error) => (error ? reject(error) : resolve())),
    );
    await rm(folder, { recursive: true });
    expect(await store.ingests()).toMatchObject([{ status: "applied", newItems: 3_000 }]);
    const { size } = await new Promise<{ size: number }>((resolve, reject) =>
      till.sftp.stat("/stock.csv", (error, attrs) => (error ? reject(error) : resolve(attrs))),
    );
    expect(size).toBe(text.length);
  });

  test("that is refused fails at its close with the text of the API, which its result repeats", async () => {
    const broken = "what,is,this\n1,2,3\n";
    const problem = (await rest.call("PUT", "/v1/inventory/uploads/stock.csv", { key: store.key, body: broken })).json<{
      code: string;
      detail: string;
    }>();
    await expect(till.put("/stock.csv", broken)).rejects.toMatchObject({ code: 4, message: problem.detail });
    expect(JSON.parse(await till.read("/stock.csv.result.json"))).toMatchObject({
      status: 422,
      code: "UnrecognisedFeed",
      detail: problem.detail,
    });
    expect(await till.list()).toEqual(["stock.csv.result.json"]);
    await till.put("/stock.csv", stock);
    expect(await store.shelf()).toEqual([["5000000000017", 3]]);
  });

  test("that is cut off leaves nothing", async () => {
    const handle = await till.open("/stock.csv");
    await till.write(handle, stock);
    await till.drop();
    await expect.poll(() => world.logs.some((line) => line.includes('"status":400'))).toBe(true);
    expect(await store.ingests()).toEqual([]);
    expect(await store.shelf()).toEqual([]);
    till = await connectTill(store.key);
    expect(await till.list()).toEqual([]);
  });

  test("with a write beyond the window is refused with the reason", async () => {
    const handle = await till.open("/stock.csv");
    await expect(till.write(handle, stock, 3 << 20)).rejects.toThrow("Send the whole file from its start in order");
    await expect(till.close(handle)).rejects.toThrow("Send the whole file from its start in order");
    expect(await store.ingests()).toEqual([]);
  });

  test("ends when its key is replaced, and the till can do nothing more", async () => {
    const handle = await till.open("/stock.csv");
    await till.write(handle, stock);
    await store.renewKey();
    await expect(till.close(handle)).rejects.toThrow("The upload key is missing, unknown or replaced.");
    await expect(till.open("/stock.csv")).rejects.toThrow("not a valid upload key");
    await expect(till.list()).rejects.toThrow("not a valid upload key");
    expect(await store.ingests()).toEqual([]);
  });

  test("runs at the same time as the upload of another till, and neither sees the results of the other", async () => {
    const other = await newStore();
    const second = await connectTill(other.key);
    const [here, there] = [await till.open("/a.csv"), await second.open("/b.csv")];
    await Promise.all([till.write(here, stock), second.write(there, more)]);
    await Promise.all([till.close(here), second.close(there)]);
    expect([await store.shelf(), await other.shelf()]).toEqual([[["5000000000017", 3]], [["5000000000024", 7]]]);
    expect(await till.list()).toEqual(["a.csv", "a.csv.result.json"]);
    await expect(till.read("/b.csv.result.json")).rejects.toThrow("Only results can be read");
    await second.drop();
  });
});

describe("sign-in", () => {
  test.each(["store", "apikey"])("as user %s is accepted with the upload key", async (username) => {
    const client = await world.connect(store.key, { username });
    client.end();
    await closeOf(client);
  });

  test.each([
    ["a wrong password", () => ({ password: `${store.key.slice(0, -1)}x` })],
    ["an API key", () => ({ password: rest.t.partner.key.key })],
    ["another user", () => ({ username: "root" })],
    ["no password", () => ({ authHandler: ["none" as const] })],
  ])("with %s is refused", async (_, config) => {
    await expect(world.connect(store.key, config())).rejects.toThrow("All configured authentication methods failed");
  });

  test("with made-up passwords is limited before they cost a query, and a known key still enters", async () => {
    const limited = await startGateway({}, { open: 2 });
    try {
      const own = await limited.newStore();
      await (await limited.till(own.key)).drop();
      const { pool } = limited.rest.t.ctx.db;
      let queries = 0;
      pool.on("acquire", () => queries++);
      const madeUp = (n: number) => `hsu_01939f30-5a00-7000-8000-0000000000${n}_${"0".repeat(64)}`;
      const counts: number[] = [];
      for (let n = 10; n < 14; n++) {
        const before = queries;
        await expect(limited.connect(madeUp(n))).rejects.toThrow("authentication methods failed");
        counts.push(queries - before);
      }
      expect(counts.slice(2)).toEqual([0, 0]);
      expect(counts[0]).toBeGreaterThan(0);
      await (await limited.till(own.key)).drop();
    } finally {
      await limited.close();
    }
  });
});

describe("other requests are refused:", () => {
  type Done = (error?: Error | null) => void;
  test.each<[string, (done: Done) => void]>([
    ["a shell", (done) => till.client.shell(done)],
    ["a command", (done) => till.client.exec("ls", done)],
    ["another subsystem", (done) => till.client.subsys("netconf", done)],
    ["a forwarded connection", (done) => till.client.forwardOut("127.0.0.1", 1, "127.0.0.1", 5432, done)],
    ["a forwarded port", (done) => till.client.forwardIn("127.0.0.1", 0, done)],
    ["a forwarded socket", (done) => till.client.openssh_forwardOutStreamLocal("/tmp/x", done)],
    ["an environment", (done) => till.client.exec("ls", { env: { A: "b" } }, done)],
    ["X11", (done) => till.client.exec("ls", { x11: true }, done)],
    ["a second channel", (done) => till.client.sftp(done)],
    ["remove", (done) => till.sftp.unlink("/stock.csv", done)],
    ["rename", (done) => till.sftp.rename("/stock.csv", "/other.csv", done)],
    ["mkdir", (done) => till.sftp.mkdir("/in", done)],
    ["rmdir", (done) => till.sftp.rmdir("/", done)],
    ["symlink", (done) => till.sftp.symlink("/a", "/b", done)],
    ["readlink", (done) => till.sftp.readlink("/stock.csv", done)],
    ["the content of an upload", (done) => till.sftp.readFile("/stock.csv", done)],
    ["a folder", (done) => till.sftp.readdir("/etc", done)],
    ["an upload into a folder", (done) => till.sftp.open("/in/stock.csv", "w", done)],
    ["the name of a result", (done) => till.sftp.open("/a.result.json", "w", done)],
    ["append", (done) => till.sftp.open("/stock.csv", "a", done)],
  ])("%s", async (_, attempt) => {
    await till.put("/stock.csv", stock);
    await expect(
      new Promise<void>((resolve, reject) => attempt((error) => (error ? reject(error) : resolve()))),
    ).rejects.toThrow(/./);
  });

  test("a second open file", async () => {
    await till.open("/stock.csv");
    await expect(till.open("/stock.csv")).rejects.toThrow("One file can be open at a time");
  });
});

describe("limits", () => {
  test.each([
    ["does not sign in", { loginMs: 100 }],
    ["sends nothing", { idleMs: 100 }],
    ["sends one file for too long", { longestUploadMs: 100 }],
  ])("a till that %s is cut, and leaves nothing", async (what, limits) => {
    const limited = await startGateway(limits);
    try {
      const own = await limited.newStore();
      if (what === "does not sign in") {
        const socket = connectSocket(limited.port, "127.0.0.1");
        socket.resume();
        await once(socket, "close");
        return;
      }
      const silent = await limited.connect(own.key);
      const closed = closeOf(silent);
      // A slow machine can cut the till before its file is open.
      silent.sftp((_, sftp) => sftp?.open("/stock.csv", "w", () => undefined));
      await closed;
      expect(await own.ingests()).toEqual([]);
    } finally {
      await limited.close();
    }
  });

  test.each([
    ["in all", { connections: 2 }],
    ["of a network", { perNetwork: 1 }],
  ])("connections %s are limited, and a connection that ends makes room", async (_, limits) => {
    const limited = await startGateway(limits);
    try {
      const own = await limited.newStore();
      const first = await limited.till(own.key);
      // With two connections in all, the partner has one of them.
      await expect(limited.till(own.key)).rejects.toThrow(/./);
      await first.drop();
      await expect.poll(() => limited.till(own.key).then((next) => next.drop(), String)).toBe(undefined);
    } finally {
      await limited.close();
    }
  });

  test("a network makes a limited number of new connections in a second", async () => {
    const limited = await startGateway({ perSecond: 1 });
    try {
      const own = await limited.newStore();
      await (await limited.till(own.key)).drop();
      await expect(limited.connect(own.key)).rejects.toThrow(/./);
      limited.rest.t.advance(1_000);
      await (await limited.till(own.key)).drop();
    } finally {
      await limited.close();
    }
  });

  test.each([
    ["takes its answers is served", true],
    ["takes no answers is cut", false],
  ])("a till that asks thousands of times and %s", async (_, takes) => {
    await till.put("/stock.csv", stock);
    const handle = await till.open("/stock.csv.result.json", "r");
    // Without a larger window, the server may send 2 MiB.
    const { _protocol: protocol } = till.client as unknown as { _protocol: { channelWindowAdjust: () => void } };
    if (!takes) protocol.channelWindowAdjust = () => undefined;
    const ask = () =>
      new Promise<boolean>((resolve) =>
        till.sftp.read(handle, Buffer.alloc(1_024), 0, 1_024, 0, (error) => resolve(!error)),
      );
    const answers = new Set<boolean>();
    // A common client has 64 requests under way. A client that takes no answers does not wait for them.
    for (let n = 0; n < 100 && takes; n++) {
      for (const one of await Promise.all(Array.from({ length: 64 }, ask))) answers.add(one);
    }
    if (!takes) for (const one of await Promise.all(Array.from({ length: 10_000 }, ask))) answers.add(one);
    expect(answers.has(false)).toBe(!takes);
  });

  test("the key has the rate limit of the API, for uploads and lists together", async () => {
    const limited = await startGateway({}, { ofKey: 3 });
    try {
      const own = await limited.newStore();
      const busy = await limited.till(own.key);
      await busy.put("/stock.csv", stock);
      await busy.list();
      await expect(busy.open("/stock.csv")).rejects.toThrow("The key makes too many calls.");
    } finally {
      await limited.close();
    }
  });
});

test("a gateway that ends finishes the running upload, and idle tills are ended at once", async () => {
  const ending = await startGateway();
  try {
    const own = await ending.newStore();
    const [busy, idle] = [await ending.till(own.key), await ending.till(own.key)];
    const handle = await busy.open("/stock.csv");
    await busy.write(handle, stock);
    const idleEnds = closeOf(idle.client);
    const closed = ending.gateway.close();
    await idleEnds;
    await expect(ending.connect(own.key)).rejects.toThrow(/ECONNREFUSED/);
    await busy.close(handle);
    await closed;
    expect(await own.shelf()).toEqual([["5000000000017", 3]]);
  } finally {
    await ending.rest.close();
  }
});

test("the log names the upload, its status and its key, and no password", async () => {
  await till.put("/stock.csv", stock);
  const line = world.logs.findLast((entry) => entry.includes(store.key.split("_")[1] ?? "?")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ method: "SFTP", path: "/stock.csv", status: 200 });
  expect(world.logs.join("")).not.toContain(store.key.split("_")[2]);
});
