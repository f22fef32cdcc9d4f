import { chosenStore } from "../../../server/load-shop.ts";
import { Prefetched } from "../../../server/prefetched.tsx";
import { Home } from "../../../ui/home/home.tsx";
import { changesInput, homeStores } from "../../../ui/home/home-input.ts";
import { texts } from "../../../ui/home/texts.ts";
import { StoreProvider } from "../../../ui/shell/shop-context.tsx";
import { pageTitle } from "../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function HomePage(page: PageProps<"/shops/[retailerId]">) {
  const [{ retailerId }, store] = await Promise.all([page.params, chosenStore(page)]);
  return (
    <StoreProvider store={store}>
      <Prefetched
        load={(trpc, queries) => [
          queries.prefetchQuery(trpc.overview.tasks.queryOptions({ retailerId })),
          queries.prefetchQuery(trpc.overview.setup.queryOptions({ retailerId })),
          queries.prefetchQuery(trpc.overview.stores.queryOptions(homeStores(retailerId))),
          queries.prefetchQuery(trpc.history.listOperations.queryOptions(changesInput(retailerId, store?.id))),
        ]}
      >
        <Home />
      </Prefetched>
    </StoreProvider>
  );
}
