import { chosenStore } from "../../../../server/load-store.ts";
import { pageTitle } from "../../../../server/page-title.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { History } from "../../../../ui/history/history.tsx";
import { listInputOf, readHistoryFilters } from "../../../../ui/history/history-address.ts";
import { texts } from "../../../../ui/history/texts.ts";
import { StoreProvider } from "../../../../ui/shell/store-context.tsx";

export const generateMetadata = pageTitle(texts.title);

export default async function HistoryPage(page: PageProps<"/shops/[retailerId]/history">) {
  const [{ retailerId }, query, store] = await Promise.all([page.params, page.searchParams, chosenStore(page)]);
  const words = Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const input = listInputOf(retailerId, readHistoryFilters(new URLSearchParams(words)));
  return (
    <StoreProvider store={store}>
      <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.history.list.queryOptions(input))]}>
        <History />
      </Prefetched>
    </StoreProvider>
  );
}
