/** The longest name that gets a suggestion. The cost grows with the product of the lengths. */
const MOST_CHARACTERS = 64;

/** The largest number of wrong, missing and additional characters. */
const MOST_EDITS = 2;

/** Spellings such as `store_code`, `store-code` and `storecode` are the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, "");

/** The Levenshtein distance: how many characters to change, add or remove. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (char === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known name that a misspelled name most likely means; undefined if no name is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MOST_CHARACTERS) return undefined;
  const given = plain(name);
  let nearest: string | undefined;
  // At least half of the characters must be right.
  let least = Math.min(MOST_EDITS, Math.floor(given.length / 2)) + 1;
  for (const candidate of known) {
    const other = plain(candidate);
    if (Math.abs(other.length - given.length) >= least) continue;
    const edits = distance(given, other);
    if (edits < least) [nearest, least] = [candidate, edits];
  }
  return nearest;
}
