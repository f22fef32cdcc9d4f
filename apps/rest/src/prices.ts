// Inside a string the quote behind `price` would stand escaped: what this finds is a member.
const price = /"price":(\d+(?:\.\d+)?)/g;

/**
 * Every `price` of a JSON text with two decimals: `44.90` (contract §1, Money). In the text, for one value that `JSON.stringify`
 * has to write in a way of its own (`JSON.rawJSON`) makes it write all of them slowly.
 */
export function withDecimals(json: string): string {
  return json.replace(price, (_, number: string) => `"price":${Number(number).toFixed(2)}`);
}
