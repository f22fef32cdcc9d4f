import { DomainError } from "./errors.ts";
import { isId } from "./ids.ts";
import type { Page } from "./paging.schema.ts";

export interface Position {
  key: string;
  back: boolean;
}

const encode = (key: string, back: boolean): string => (back ? "p" : "n") + Buffer.from(key).toString("base64url");

function invalidCursor(): DomainError {
  const message = "is not a cursor of this list; follow the links of its answers";
  const errors = [{ pointer: "?page[after]", code: "InvalidValue", message }];
  return new DomainError("MalformedRequest", `?page[after] ${message}.`, { errors });
}

/** @throws MalformedRequest for a cursor that this API did not return */
function positionOf(page: Page): Position | undefined {
  if (!page.after) return undefined;
  const key = Buffer.from(page.after.slice(1), "base64url").toString();
  const back = page.after.startsWith("p");
  if (key === "" || key.includes("\0") || encode(key, back) !== page.after) throw invalidCursor();
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

function pageResult<Row>(size: number, keyOf: (row: Row) => string, found: Found<Row>): PageResult<Row> {
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
 * Reads one page by key, so that new and removed rows do not shift the pages. `read` returns up to `limit` rows strictly after the
 * position, ascending. For a previous page it returns rows before it, descending. For lists with an index that returns the rows in
 * this order. Other lists use `scanPage`.
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

export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
export const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * The id after which a page of a list ordered by id starts; null for the first page.
 * @throws MalformedRequest for a cursor without an id
 */
export function cursorToId(position: Position | undefined): string | null {
  if (!position) return null;
  if (isId(position.key)) return position.key;
  throw invalidCursor();
}

/**
 * The number after which a page of a list ordered by a number starts; null for the first page.
 * @throws MalformedRequest for a cursor without a valid number
 */
export function cursorToNumber(position: Position | undefined): number | null {
  if (!position) return null;
  if (/^[0-9]{1,15}$/.test(position.key)) return Number(position.key);
  throw invalidCursor();
}

/**
 * Maximum number of rows that one statement of a list reads. If the filters match few rows, a page is short or empty, with a cursor
 * for the next page.
 */
export const MAX_SCANNED = 5_000;

export interface Window<Row> {
  rows: Row[];
  reached: string | null;
  isEnd: boolean;
}

export type Scanned<Row> = Row & { key: string | number | null; scanned: number; reached: string | number | null };

export function windowOf<Row>(rows: Scanned<Row>[], candidates: number): Window<Row> {
  const { scanned = 0, reached = null } = rows[0] ?? {};
  return {
    rows: rows.filter(({ key }) => key !== null),
    reached: reached === null ? null : String(reached),
    isEnd: scanned < candidates,
  };
}

/**
 * Reads one page of a list with filters that no index answers. `read` reads `candidates` rows strictly after the position (or
 * before the position, descending, for a previous page) and returns up to `limit` matches. The first read asks for few candidates,
 * because most lists need no more.
 */
export async function scanPage<Row>(
  page: Page,
  keyOf: (row: Row) => string,
  read: (position: Position | undefined, candidates: number, limit: number) => Promise<Window<Row>>,
): Promise<PageResult<Row>> {
  const position = positionOf(page);
  const limit = page.size + 1;
  const rows: Row[] = [];
  let from = position;
  let isEnd = false;
  for (const candidates of [4 * limit, MAX_SCANNED]) {
    const window = await read(from, candidates, limit - rows.length);
    rows.push(...window.rows);
    isEnd = window.isEnd;
    if (window.reached !== null) from = { key: window.reached, back: position?.back ?? false };
    if (isEnd || rows.length === limit) break;
  }
  const reached = from === position ? null : (from?.key ?? null);
  return pageResult(page.size, keyOf, { position, rows, reached, isEnd });
}
