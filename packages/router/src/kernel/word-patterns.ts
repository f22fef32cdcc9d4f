/** Every word somewhere in a text, as typed, for `ILIKE ALL`: `%` and `_` mean themselves. */
export function wordPatterns(q: string): string[] {
  return q.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
