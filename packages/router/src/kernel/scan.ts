import type { Page } from "./paging.schema.ts";
import { type PageResult, type Position, pageResult, positionOf } from "./paging.ts";

/**
 * Maximum number of rows that one statement of a list reads. If the filters match few rows, a page is short or empty, with a cursor
 * for the next page.
 */
export const MOST_SCANNED = 5_000;

/** The result of one statement. */
export interface Window<Row> {
  /** The matches, in the direction of reading. */
  rows: Row[];
  /** Key of the last candidate; null without candidates. */
  reached: string | null;
  /** Whether these are the last candidates. */
  isEnd: boolean;
}

/** A row of `scan`: a match or, with `key` null, only the last candidate. */
export type Scanned<Row> = Row & { key: string | number | null; scanned: number; reached: string | number | null };

/**
 * Reads the result of a `scan` statement.
 * @param candidates the statement's limit of candidates
 */
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
  for (const candidates of [4 * limit, MOST_SCANNED]) {
    const window = await read(from, candidates, limit - rows.length);
    rows.push(...window.rows);
    isEnd = window.isEnd;
    if (window.reached !== null) from = { key: window.reached, back: position?.back ?? false };
    if (isEnd || rows.length === limit) break;
  }
  const reached = from === position ? null : (from?.key ?? null);
  return pageResult(page.size, keyOf, { position, rows, reached, isEnd });
}
