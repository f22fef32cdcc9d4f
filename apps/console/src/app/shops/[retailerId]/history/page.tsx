import { chosenStore } from "../../../../server/load-shop.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { History } from "../../../../ui/history/history.tsx";
import {
  entriesInputOf,
  listsEntries,
  operationsInputOf,
  readHistoryFilters,
} from "../../../../ui/history/history-address.ts";
import { texts } from "../../../../ui/history/texts.ts";
import { StoreProvider } from "../../../../ui/shell/shop-context.tsx";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function HistoryPage(page: PageProps<"/shops/[retailerId]/history">) {
  const [{ retailerId }, query, store] = await Promise.all([page.params, page.searchParams, chosenStore(page)]);
  const words = Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const filters = readHistoryFilters(new URLSearchParams(words));
  return (
    <StoreProvider store={store}>
      <Prefetched
        load={(trpc, queries) => [
          listsEntries(filters)
            ? queries.prefetchQuery(trpc.history.list.queryOptions(entriesInputOf(retailerId, filters)))
            : queries.prefetchQuery(
                trpc.history.listOperations.queryOptions(operationsInputOf(retailerId, filters, "UTC")),
              ),
        ]}
      >
        <History />
      </Prefetched>
    </StoreProvider>
  );
}
