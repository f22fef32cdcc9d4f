import type { HistoryKind } from "@highstreet/router/features/history/history.schema.ts";
import { timeOfField } from "../parts/formats.ts";
import { texts } from "./texts.ts";

export interface HistoryFilters {
  /** The chosen store, which `StoreChip` changes. */
  store: string | null;
  barcode: string;
  actor: string | null;
  kind: HistoryKind | null;
  /** The first and the last day, as dates in the time zone of the page. */
  from: string | null;
  to: string | null;
  operation: string | null;
  after: string | null;
}

const PAGE = 30;

/** Reads the filters in an address. An unknown kind is left out. */
export function readHistoryFilters(params: URLSearchParams): HistoryFilters {
  const kind = params.get("kind");
  const dayIn = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(params.get(name) ?? "")?.[0] ?? null;
  return {
    store: params.get("store"),
    barcode: (params.get("barcode") ?? "").slice(0, 200),
    actor: params.get("actor"),
    kind: kind !== null && Object.hasOwn(texts.kinds, kind) ? (kind as HistoryKind) : null,
    from: dayIn("from"),
    to: dayIn("to"),
    operation: params.get("operation"),
    after: params.get("after"),
  };
}

export function historyQueryOf(filters: HistoryFilters): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given).toString();
}

/** Whether the page lists single changes: those of a product, or of one operation. */
export const listsEntries = ({ barcode, operation }: HistoryFilters): boolean =>
  barcode.trim() !== "" || operation !== null;

/** Leads to the list of operations, as the list of single changes has no filter for people. */
export const onlyBy = (actor: string) => ({ actor, barcode: "", operation: null });

export function entriesInputOf(retailerId: string, { store, barcode, operation, after }: HistoryFilters) {
  return {
    retailerId,
    storeId: store ?? undefined,
    barcode: barcode.trim() || undefined,
    operationId: operation ?? undefined,
    page: { size: PAGE, after: after ?? undefined },
  };
}

export function operationsInputOf(retailerId: string, filters: HistoryFilters, timeZone: string) {
  const { store, actor, kind, from, to, after } = filters;
  const next = to && new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
  return {
    retailerId,
    storeId: store ?? undefined,
    actor: actor ?? undefined,
    kind: kind ?? undefined,
    since: from ? timeOfField(`${from}T00:00`, timeZone) : undefined,
    until: next ? timeOfField(`${next}T00:00`, timeZone) : undefined,
    page: { size: PAGE, after: after ?? undefined },
  };
}
