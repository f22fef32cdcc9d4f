/** Stock feeds of one shape. All have the same items and differ only in shape. */
export interface Shape {
  name: string;
  header: string;
  line: (barcode: number, price: string, quantity: number) => string;
  end?: string;
}

const header = "barcode,price,quantity\n";

export const shapes: Shape[] = [
  { name: "plain", header, line: (barcode, price, quantity) => `${barcode},${price},${quantity}\n` },
  {
    name: "plain, CRLF",
    header: "barcode,price,quantity\r\n",
    line: (barcode, price, quantity) => `${barcode},${price},${quantity}\r\n`,
  },
  {
    name: "seven columns",
    header: "barcode,price,quantity,title,brand,currency,condition\n",
    line: (barcode, price, quantity) => `${barcode},${price},${quantity},Blue mug no. ${barcode},Acme,GBP,new\n`,
  },
  { name: "all quoted", header, line: (barcode, price, quantity) => `"${barcode}","${price}","${quantity}"\n` },
  {
    name: "€ before the price",
    header,
    line: (barcode, price, quantity) => `${barcode},€ ${price},${quantity}\n`,
  },
  {
    name: "NDJSON",
    header: "",
    line: (barcode, price, quantity) => `{"barcode":"${barcode}","price":${price},"quantity":${quantity}}\n`,
  },
];

export function feedOf({ header, line }: Shape, lines: number): Buffer {
  const text = [header];
  for (let n = 0; n < lines; n++) text.push(line(5_000_000_000_000 + n, `${(n % 900) + 1}.50`, n % 50));
  return Buffer.from(text.join(""));
}

const PIECE = 1 << 16;

/** The bytes in pieces, as from a socket. */
export async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
