import type { HistoryAction } from "@highstreet/router/core/history/history-entry.schema.ts";
import { actionWords } from "./texts.ts";

/** The part of the history that an address names. */
export interface HistoryFilters {
  /** The chosen store, which `StoreChip` changes. */
  store: string | null;
  barcode: string;
  actor: string | null;
  action: HistoryAction | null;
  operation: string | null;
  after: string | null;
}

const PAGE = 50;

/** Reads the filters in an address. An unknown action is left out. */
export function readHistoryFilters(params: URLSearchParams): HistoryFilters {
  const action = params.get("action");
  return {
    store: params.get("store"),
    barcode: (params.get("barcode") ?? "").slice(0, 200),
    actor: params.get("actor"),
    action: action !== null && Object.hasOwn(actionWords, action) ? (action as HistoryAction) : null,
    operation: params.get("operation"),
    after: params.get("after"),
  };
}

/** The query of an address, without its `?`. */
export function historyQueryOf(filters: HistoryFilters): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return new URLSearchParams(given).toString();
}

/** The input of the call that lists these changes. */
export function listInputOf(retailerId: string, filters: HistoryFilters) {
  const { store, barcode, actor, action, operation, after } = filters;
  return {
    retailerId,
    storeId: store ?? undefined,
    barcode: barcode.trim() || undefined,
    actor: actor ?? undefined,
    action: action ?? undefined,
    operationId: operation ?? undefined,
    page: { size: PAGE, after: after ?? undefined },
  };
}
