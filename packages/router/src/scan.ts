import type { Page } from "./paging.schema.ts";
import { type PageResult, type Position, pageResult, positionOf } from "./paging.ts";

/**
 * Rows that one statement of a list looks at, at most. A page whose filters match few rows ends there, short or empty, with a
 * cursor that leads on.
 */
export const MOST_SCANNED = 5_000;

/** What one statement found. */
export interface Window<Row> {
  /** The matches, in the direction of reading. */
  rows: Row[];
  /** Key of the last candidate; null: there was none. */
  reached: string | null;
  /** There is no candidate behind those. */
  isEnd: boolean;
}

/** A row of `scan`: a match, or (`key` null) only how far the scan came. */
export type Scanned<Row> = Row & { key: string | number | null; scanned: number; reached: string | number | null };

/**
 * What a statement of `scan` found.
 * @param candidates how many it was allowed to look at
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
 * Reads one page of a list with filters that no index answers. `read` looks at `candidates` rows strictly behind the position
 * (before it, descending, when going back), and gives up to `limit` matches. It is first asked for few, as most lists need no more.
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
