declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes as it is. https://tc39.es/proposal-json-parse-with-source/ */
    rawJSON(text: string): object;
  }
}

function writePrice(row: unknown): void {
  if (typeof row !== "object" || row === null) return;
  if ("price" in row && typeof row.price === "number") row.price = JSON.rawJSON(row.price.toFixed(2));
  if ("stores" in row && Array.isArray(row.stores)) row.stores.forEach(writePrice);
  // An event of the feed.
  if ("data" in row && !Array.isArray(row.data)) writePrice(row.data);
}

/** Makes `price` of a record, or of each record of a list or page, come out with two decimals: `44.90` (contract §1, Money). */
export function writePrices(body: unknown): void {
  if (Array.isArray(body)) body.forEach(writePrice);
  else if (typeof body === "object" && body !== null && "data" in body && Array.isArray(body.data))
    body.data.forEach(writePrice);
  else writePrice(body);
}
