/** Maximum number of parts of a list that one page reads. */
const MOST_LOOKS = 20;

interface Page {
  data: unknown[];
  next: string | null;
}

/**
 * Reads a page of a list that the server searches in parts, and skips parts without a match. An empty page with `next` means
 * that parts of the list are left to search.
 */
export async function lookOn<Part extends Page>(
  read: (after: string | undefined) => Promise<Part>,
  after: string | undefined,
): Promise<Part> {
  let part = await read(after);
  for (let looks = 1; part.data.length === 0 && part.next !== null && looks < MOST_LOOKS; looks++) {
    part = await read(part.next);
  }
  return part;
}
