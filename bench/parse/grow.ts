/** Reads one large feed in its own process, and reports its memory and the delay of its event loop. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { readStockHeader } from "../../packages/feeds/src/read-stock.ts";
import { readStockLines } from "../../packages/feeds/src/read-stock-lines.ts";
import { spool } from "../../packages/feeds/src/receive/spool.ts";

export interface Growth {
  megabytes: number;
  /** Delay of the event loop in milliseconds. */
  p99: number;
  longest: number;
  lines: number;
}

const MB = 1_000_000;

/** Lines of about 200 bytes in pieces, so that the whole feed is never in memory. */
async function* feed(lines: number): AsyncGenerator<Buffer> {
  yield Buffer.from("barcode,price,quantity,title\n");
  const title = "A title that is as long as such titles are in the feeds of shops, with ".repeat(2).padEnd(170, "x");
  for (let n = 0; n < lines; ) {
    let text = "";
    for (; n < lines && text.length < 1 << 16; n++)
      text += `${5_000_000_000_000 + n},${n % 900}.50,${n % 50},${title}\n`;
    yield Buffer.from(text);
    await delay(0);
  }
}

const lines = Number(process.argv[2]);
let valid = 0;
const { rss } = process.memoryUsage();
let most = rss;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 5);
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const body = await spool(feed(lines), { limit: 1 << 30 });
await readStockLines(await readStockHeader(body, { currency: "GBP", names: [] }), {
  line() {
    valid++;
  },
  rejected() {},
  flush() {},
});
await body.close();
loop.disable();
clearInterval(watch);
process.send?.({
  megabytes: (most - rss) / MB,
  p99: loop.percentile(99) / 1e6,
  longest: loop.max / 1e6,
  lines: valid,
} satisfies Growth);
