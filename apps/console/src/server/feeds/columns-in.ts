import { DomainError } from "@highstreet/router";
import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { texts } from "../texts.ts";

/** The columns in a query. The procedure checks them. @throws MalformedRequest for text that is not JSON */
export function columnsIn(query: URLSearchParams): FeedMapping | undefined {
  const text = query.get("columns");
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("MalformedRequest", texts.columnsNotJson);
  }
}
