import { isId } from "./ids.ts";
import { madeUpCursor, type Position } from "./paging.ts";

/** Positions before and after every id, for statements that always take a start position. */
export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
export const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * The id behind which a page of a list ordered by id begins; null for the first page.
 * @throws MalformedRequest for a cursor that was made up: it holds no id
 */
export function idOf(position: Position | undefined): string | null {
  if (!position) return null;
  if (isId(position.key)) return position.key;
  throw madeUpCursor();
}
