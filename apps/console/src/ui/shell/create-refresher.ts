import type { ChangeNotice, ChangeTopic } from "@highstreet/router/kernel/changes.schema.ts";
import { focusManager, type Query, type QueryClient } from "@tanstack/react-query";
import type { ProcedureName } from "../../server/console-router.ts";

type FeatureOf<P> = P extends `${infer Feature}.${string}` ? Feature : never;

/** The queries that show the facts of each topic: whole features or single procedures. */
const queriesOf: Record<ChangeTopic, (ProcedureName | FeatureOf<ProcedureName>)[]> = {
  stores: ["stores", "retailers", "overview"],
  // The position of an endpoint in a store can begin and end between two looks. The event that it began with is a change of the store.
  stock: ["inventory", "overview", "rules", "endpoints.listDeliveries"],
  // A change of a rule that no product follows, such as its name, leaves an entry of the history alone.
  edits: ["inventory", "products", "customizations", "history", "rules"],
  // The deliveries of an endpoint that is enabled and removed between two looks leave no mark of their own.
  channels: ["channels", "webhooks", "endpoints", "localAds", "overview", "inventory"],
  listings: ["listings", "overview", "inventory"],
  // A call that the inbox takes is a delivery of the same store.
  deliveries: ["webhooks", "endpoints", "inbox", "overview.setup"],
  alerts: ["alerts", "overview", "listings"],
  team: ["staff"],
};

/** The changes that a page shows before the server answers. */
const edits = { mutationKey: [["customizations", "edit"]] };

/** Notices that arrive together are one refresh. */
const COLLECT_MS = 50;
/** The pause after a refresh, in durations of the refresh, so that slow queries are not repeated all the time. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 5_000;

/** Whether a query shows something that a notice names. A query about one store ignores notices about other stores. */
function isConcerned({ queryKey }: Query, { storeId, topics }: ChangeNotice): boolean {
  const [path, options] = queryKey as [string[], { input?: { storeId?: string } }?];
  const shown = options?.input?.storeId;
  if (storeId !== null && shown !== undefined && shown !== storeId) return false;
  const name = path.join(".");
  return topics.some((topic) => queriesOf[topic].some((part) => part === name || part === path[0]));
}

/**
 * Loads the queries again that notices concern. Waits while the page is hidden, and while an edit is being saved. An answer from
 * before the edit would undo what the page already shows.
 */
export function createRefresher(queries: QueryClient) {
  let waiting: ChangeNotice[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    if (isBusy || !waiting.length || !focusManager.isFocused() || queries.isMutating(edits)) return;
    const notices = waiting;
    waiting = [];
    isBusy = true;
    const started = performance.now();
    const concerned = queries
      .getQueryCache()
      .findAll({ predicate: (query) => notices.some((notice) => isConcerned(query, notice)) });
    // A first load may have read the state before the change. The first call of `invalidateQueries` joins this load.
    const firstLoads = concerned.filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
    await queries.invalidateQueries({ predicate: (query) => concerned.includes(query) });
    if (firstLoads.length) await queries.invalidateQueries({ predicate: (query) => firstLoads.includes(query) });
    timer = setTimeout(goOn, Math.min(PAUSE_FACTOR * (performance.now() - started), MAX_PAUSE_MS));
  }
  function goOn(): void {
    isBusy = false;
    later();
  }
  function later(): void {
    if (isBusy) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), COLLECT_MS);
  }
  const stops = [focusManager.subscribe(later), queries.getMutationCache().subscribe(later)];

  return {
    add: (notice: ChangeNotice): void => {
      waiting.push(notice);
      later();
    },
    close: (): void => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    },
  };
}
