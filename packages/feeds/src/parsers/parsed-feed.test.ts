import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { reader } from "../../tests/feed-reader.ts";
import { stagedLines } from "../../tests/staged-lines.ts";
import { type Spool, spool } from "../receive/spool.ts";
import type { StockFeed } from "./parsed-feed.ts";

const limit = 64 << 20;

async function withFeed<T>(text: string, work: (feed: StockFeed, bytes: Spool) => Promise<T>): Promise<T> {
  async function* pieces() {
    yield Buffer.from(text);
  }
  const bytes = await spool(pieces(), { limit });
  try {
    const feed = await reader.openStock(bytes, { currency: "GBP", names: [] });
    try {
      return await work(feed, bytes);
    } finally {
      feed.close();
    }
  } finally {
    await bytes.close();
  }
}

const lines = (count: number): string =>
  `barcode,price,quantity\n${Array.from({ length: count }, (_, n) => `${5_000_000 + n},1.50,${n % 100}\n`).join("")}`;

/** Reads a feed and counts its rows. Calls `onPiece` for each piece of rows. */
function count(feed: StockFeed, onPiece: (rows: Uint8Array) => void = () => undefined): Promise<number> {
  return feed.read(async (read) => {
    let all = 0;
    await read(async (rows) => {
      onPiece(rows);
      all += rows.filter((byte) => byte === 10).length;
    });
    return all;
  });
}

const kill = ({ pid }: StockFeed): void => {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
};

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("after a parser is killed, its feed is read completely, and no other feed is read again", async () => {
  let kills = 0;
  let begun = 0;
  const feeds = [100_000, 70_000, 1].map((all, n) =>
    withFeed(lines(all), (feed) => {
      let isFirst = true;
      return count(feed, () => {
        if (isFirst) begun++;
        isFirst = false;
        if (n === 0 && kills++ === 0) kill(feed);
      });
    }),
  );
  expect(await Promise.all(feeds)).toEqual([100_000, 70_000, 1]);
  expect([kills > 1, begun]).toEqual([true, 3]);
});

test("a feed that ends each parser that reads it is FeedTooComplex, and the next feed is read", async () => {
  const seen: (number | undefined)[] = [];
  const fatal = withFeed(lines(100_000), (feed) =>
    count(feed, () => {
      seen.push(feed.pid);
      kill(feed);
    }),
  );
  await expect(fatal).rejects.toMatchObject({ code: "FeedTooComplex" });
  expect(new Set(seen).size).toBe(2);
  expect(await withFeed(lines(10), (feed) => count(feed))).toBe(10);
});

test("a feed with a hanging parser is read completely by another parser", { timeout: 120_000 }, async () => {
  const pids = new Set<number>();
  const all = await withFeed(lines(100_000), (feed) =>
    count(feed, () => {
      const { pid } = feed;
      if (pid === undefined || pids.has(pid)) return;
      pids.add(pid);
      if (pids.size === 1) process.kill(pid, "SIGSTOP");
    }),
  );
  expect(all).toBe(100_000);
  const [hanging = 0, second] = pids;
  expect(second).toBeDefined();
  await expect.poll(() => isAlive(hanging)).toBe(false);
});

test("if no parser can start, the answer is Unavailable", async () => {
  const { execPath } = process;
  process.execPath = "/nowhere/node";
  try {
    await expect(withFeed(lines(1), (feed) => count(feed))).rejects.toMatchObject({ code: "Unavailable" });
  } finally {
    process.execPath = execPath;
  }
  expect(await withFeed(lines(10), (feed) => count(feed))).toBe(10);
});

test("pieces are small, and a parser waits until the service has taken them", async () => {
  await withFeed(lines(200_000), async (feed) => {
    let [taken, told] = [0, 0];
    const ahead: number[] = [];
    await feed.read((read) =>
      read(
        async (rows) => {
          expect(rows.length).toBeLessThanOrEqual(1 << 16);
          taken += rows.filter((byte) => byte === 10).length;
          ahead.push(told - taken);
          await nextTurn();
        },
        (all) => {
          told = all;
        },
      ),
    );
    expect([taken, told]).toEqual([200_000, 200_000]);
    expect(Math.max(...ahead)).toBeLessThan(50_000);
  });
});

test("the first 10,000 rejected lines have a reason; later ones are counted, and name their items", async () => {
  const text = `barcode,price,quantity\n${Array.from({ length: 12_000 }, (_, n) => `b${n},free,1\n`).join("")}`;
  const staged: Uint8Array[] = [];
  const { rejectedLines, rejections } = await withFeed(text, (feed) =>
    feed.read((read) => read(async (rows) => void staged.push(rows))),
  );
  expect(rejectedLines).toBe(12_000);
  expect(rejections).toHaveLength(10_000);
  expect(rejections[9_999]).toMatchObject({ line: 10_001, code: "invalid_price" });
  const seen = stagedLines(Buffer.concat(staged));
  expect(seen).toHaveLength(12_000);
  expect(seen.at(-1)).toEqual({ line: 12_001, itemKey: "b11999", read: null });
});

test("for product data that repeats one item, the service gets small pieces and at most 10,000 rejections", async () => {
  async function* pieces() {
    yield Buffer.from("barcode,title\n");
    for (let n = 0; n < 100; n++) yield Buffer.from("1234567,a mug\n,no barcode\n".repeat(5_000));
  }
  const bytes = await spool(pieces(), { limit });
  const feed = await reader.openProducts(bytes);
  const sizes: number[] = [];
  const { rejectedLines, rejections } = await feed.read((read) => read(async (rows) => void sizes.push(rows.length)));
  await bytes.close();
  expect([rejectedLines, rejections.length]).toEqual([500_000, 10_000]);
  expect(sizes.length).toBeGreaterThan(50);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1 << 16);
});

test("a parser ends with its parent process, also if the parent is killed", async () => {
  const program = `
    const { reader } = await import(${JSON.stringify(join(import.meta.dirname, "../../tests/feed-reader.ts"))});
    const { spool } = await import(${JSON.stringify(join(import.meta.dirname, "../receive/spool.ts"))});
    async function* pieces() { yield Buffer.from("barcode,price,quantity\\n" + "5000000,1.50,1\\n".repeat(100_000)); }
    const feed = await reader.openStock(await spool(pieces(), { limit: 1 << 22 }), { currency: "GBP", names: [] });
    console.log(feed.pid);
    setInterval(() => undefined, 1000);`;
  const parent: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [firstOutput] = parent.stdout ? await once(parent.stdout, "data") : [];
  const pid = Number(String(firstOutput));
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  while (isAlive(pid)) await delay(20);
});

test("the parser of a closed feed ends, and does not keep its parent process alive", async () => {
  const program = `
    const { reader } = await import(${JSON.stringify(join(import.meta.dirname, "../../tests/feed-reader.ts"))});
    const { spool } = await import(${JSON.stringify(join(import.meta.dirname, "../receive/spool.ts"))});
    async function* pieces() { yield Buffer.from("barcode,price,quantity\\n" + "5000000,1.50,1\\n".repeat(100_000)); }
    (await reader.openStock(await spool(pieces(), { limit: 1 << 22 }), { currency: "GBP", names: [] })).close();`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
  expect(await once(parent, "exit")).toEqual([0, null]);
});
