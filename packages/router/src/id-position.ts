import { DomainError } from "./errors.ts";
import { isId } from "./ids.ts";
import type { Position } from "./paging.ts";

/**
 * The id behind which a page of a list ordered by id begins; null for the first page.
 * @throws MalformedRequest for a cursor that was made up: it holds no id
 */
export function idOf(position: Position | undefined): string | null {
  if (!position) return null;
  if (isId(position.key)) return position.key;
  const message = "is not a cursor of this list; follow the links of its answers";
  throw new DomainError("MalformedRequest", `?page[after] ${message}.`, {
    errors: [{ pointer: "?page[after]", code: "InvalidValue", message }],
  });
}
