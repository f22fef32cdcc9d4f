import { DomainError } from "./errors.ts";
import type { Page } from "./paging.schema.ts";

/** Where a page begins: behind (or, going back, before) the row with this key. */
export interface Position {
  key: string;
  back: boolean;
}

const encode = (key: string, back: boolean): string => (back ? "p" : "n") + Buffer.from(key).toString("base64url");

/** What is said of a cursor that the list did not give out. */
export function madeUpCursor(): DomainError {
  const message = "is not a cursor of this list; follow the links of its answers";
  const errors = [{ pointer: "?page[after]", code: "InvalidValue", message }];
  return new DomainError("MalformedRequest", `?page[after] ${message}.`, { errors });
}

/** @throws MalformedRequest for a cursor that this API did not give out. */
export function positionOf(page: Page): Position | undefined {
  if (page.after === undefined) return undefined;
  const key = Buffer.from(page.after.slice(1), "base64url").toString();
  const back = page.after.startsWith("p");
  if (key === "" || key.includes("\0") || encode(key, back) !== page.after) throw madeUpCursor();
  return { key, back };
}

export interface PageResult<Row> {
  data: Row[];
  next: string | null;
  prev: string | null;
}

interface Found<Row> {
  position: Position | undefined;
  /** The rows in the direction of reading, with one row beyond the page if it exists. */
  rows: Row[];
  /** The last key that was read, unless the list has ended. A page without rows continues from this key. */
  reached: string | null;
  isEnd: boolean;
}

/** Makes a page of the rows, with the cursors of its neighbours. */
export function pageResult<Row>(size: number, keyOf: (row: Row) => string, found: Found<Row>): PageResult<Row> {
  const { position, rows, reached, isEnd } = found;
  const back = position?.back ?? false;
  const data = rows.slice(0, size);
  const last = data.at(-1);
  const onwards = rows.length > size && last !== undefined ? keyOf(last) : isEnd ? null : reached;
  const backwards = position && (data[0] !== undefined ? keyOf(data[0]) : reached);
  const ahead = onwards === null ? null : encode(onwards, back);
  const behind = backwards === undefined || backwards === null ? null : encode(backwards, !back);
  return back ? { data: data.reverse(), next: behind, prev: ahead } : { data, next: ahead, prev: behind };
}

/**
 * Reads one page by key, so that rows that come and go shift nothing.
 * `read` gives up to `limit` rows strictly behind `key`, in ascending order, or strictly before it, descending, when going back.
 * For lists whose rows an index returns in this order. Other lists use `scanPage`.
 */
export async function readPage<Row>(
  page: Page,
  keyOf: (row: Row) => string,
  read: (position: Position | undefined, limit: number) => Promise<Row[]>,
): Promise<PageResult<Row>> {
  const position = positionOf(page);
  const rows = await read(position, page.size + 1);
  return pageResult(page.size, keyOf, { position, rows, reached: null, isEnd: true });
}
