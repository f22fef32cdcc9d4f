import { isId } from "./ids.ts";
import { madeUpCursor, type Position } from "./paging.ts";

/**
 * The id behind which a page of a list ordered by id begins; null for the first page.
 * @throws MalformedRequest for a cursor that was made up: it holds no id
 */
export function idOf(position: Position | undefined): string | null {
  if (!position) return null;
  if (isId(position.key)) return position.key;
  throw madeUpCursor();
}
