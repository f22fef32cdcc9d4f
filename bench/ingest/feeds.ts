/** A line of a store. `price` is in pence. */
export interface Line {
  barcode: number;
  pence: number;
  quantity: number;
}

/** Creates lines with barcodes in random order. */
export function linesOf(count: number): Line[] {
  const step = 7_919;
  return Array.from({ length: count }, (_, n) => ({
    ...{ barcode: 5_012_345_000_000 + ((n * step) % count), pence: 100 + (n % 9_000), quantity: 3 + (n % 90) },
  }));
}

const header = "barcode,price,quantity,currency,condition";

/** A feed with all fields of a line. */
export function csvOf(lines: readonly Line[]): Buffer {
  const rows = lines.map(
    ({ barcode, pence, quantity }) => `${barcode},${(pence / 100).toFixed(2)},${quantity},GBP,new`,
  );
  return Buffer.from(`${header}\n${rows.join("\n")}\n`);
}

/** Changes the price of one in `oneOf` lines. 1: of all lines. */
export function reprice(lines: readonly Line[], oneOf: number, round: number): Line[] {
  return lines.map((line, n) => (n % oneOf === round % oneOf ? { ...line, pence: line.pence + 1 } : line));
}

/** The bytes in pieces, as from a socket. */
export async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}
