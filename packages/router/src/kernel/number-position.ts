import { madeUpCursor, type Position } from "./paging.ts";

/**
 * The number behind which a page of a list ordered by a number begins; null for the first page.
 * @throws MalformedRequest for a cursor that was made up: it holds no number that can be one
 */
export function numberOf(position: Position | undefined): number | null {
  if (!position) return null;
  if (/^[0-9]{1,15}$/.test(position.key)) return Number(position.key);
  throw madeUpCursor();
}
