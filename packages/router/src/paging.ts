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
function positionOf(page: Page): Position | undefined {
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

/**
 * Reads one page by key, so that rows that come and go shift nothing.
 * `read` gives up to `limit` rows strictly behind `key`, in ascending order, or strictly before it, descending, when going back.
 */
export async function readPage<Row>(
  page: Page,
  keyOf: (row: Row) => string,
  read: (position: Position | undefined, limit: number) => Promise<Row[]>,
): Promise<PageResult<Row>> {
  const position = positionOf(page);
  const rows = await read(position, page.size + 1);
  const hasMore = rows.length > page.size;
  const data = rows.slice(0, page.size);
  if (position?.back) data.reverse();
  const [first, last] = [data[0], data.at(-1)];
  const hasNext = position?.back ? true : hasMore;
  const hasPrev = position?.back ? hasMore : position !== undefined;
  return {
    data,
    next: hasNext && last !== undefined ? encode(keyOf(last), false) : null,
    prev: hasPrev && first !== undefined ? encode(keyOf(first), true) : null,
  };
}
