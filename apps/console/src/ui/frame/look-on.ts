/** Parts of a list that are looked through for one page, at most. */
const MOST_LOOKS = 20;

interface Page {
  data: unknown[];
  next: string | null;
}

/**
 * Reads a page of a list that the server looks through in parts: parts without a match are passed by. An empty page with a
 * `next` says that there is more to look through.
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
