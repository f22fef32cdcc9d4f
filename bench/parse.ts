/** `npm run bench -- parse`: reads stock files of several shapes, without a database. Options: `--rounds=7 --lines=300000`. */
import { parseArgs } from "node:util";
import { readStockHeader } from "../packages/feeds/src/read-stock.ts";
import { readStockLines } from "../packages/feeds/src/read-stock-lines.ts";
import { spool } from "../packages/feeds/src/receive/spool.ts";
import { machine, spread } from "./lib/numbers.ts";
import { pieces } from "./lib/world.ts";

const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "7" }, lines: { type: "string", default: "300000" } },
});
const count = Number(given.lines);

const header = "barcode,price,quantity";
type Line = (barcode: number, price: string, quantity: number) => string;
const shapes: Record<string, [header: string, line: Line]> = {
  plain: [header, (barcode, price, quantity) => `${barcode},${price},${quantity}`],
  "seven columns": [
    `${header},title,brand,currency,condition`,
    (barcode, price, quantity) => `${barcode},${price},${quantity},Blue mug no. ${barcode},Acme,EUR,new`,
  ],
  "all quoted": [header, (barcode, price, quantity) => `"${barcode}","${price}","${quantity}"`],
  "€ before the price": [header, (barcode, price, quantity) => `${barcode},€ ${price},${quantity}`],
  NDJSON: ["", (barcode, price, quantity) => `{"barcode":"${barcode}","price":${price},"quantity":${quantity}}`],
};

/** @returns the processor time in µs a line */
async function read(file: Buffer): Promise<number> {
  const body = await spool(pieces(file), { limit: 1 << 30 });
  let lines = 0;
  const before = process.cpuUsage();
  await readStockLines(await readStockHeader(body, { currency: "EUR", names: [] }), {
    line: () => void lines++,
    rejected: () => undefined,
    flush: () => undefined,
  });
  const { user, system } = process.cpuUsage(before);
  await body.close();
  if (lines !== count) throw new Error(`${lines} lines of ${count} were found`);
  return (user + system) / count;
}

console.log(`${machine()}\n\n| ${count} lines | µs of processor time a line: median (min–max) |\n|---|---|`);
for (const [name, [head, line]] of Object.entries(shapes)) {
  const lines = Array.from({ length: count }, (_, n) => line(5_000_000_000_000 + n, `${(n % 900) + 1}.50`, n % 50));
  const file = Buffer.from(`${head && `${head}\n`}${lines.join("\n")}\n`);
  const costs: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= Number(given.rounds); round++) costs.push(await read(file));
  console.log(`| ${name} | ${spread(costs.slice(1))} |`);
}
