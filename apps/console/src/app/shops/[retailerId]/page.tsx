import { pageTitle } from "../../../server/page-title.ts";
import { Prefetched } from "../../../server/prefetched.tsx";
import { Home } from "../../../ui/home/home.tsx";
import { homeStores } from "../../../ui/home/home-stores.ts";
import { texts } from "../../../ui/home/texts.ts";

export const generateMetadata = pageTitle(texts.title);

export default async function HomePage({ params }: PageProps<"/shops/[retailerId]">) {
  const { retailerId } = await params;
  return (
    <Prefetched
      load={(trpc, queries) => [
        queries.prefetchQuery(trpc.overview.tasks.queryOptions({ retailerId })),
        queries.prefetchQuery(trpc.overview.setup.queryOptions({ retailerId })),
        queries.prefetchQuery(trpc.overview.totals.queryOptions({ retailerId })),
        queries.prefetchQuery(trpc.overview.stores.queryOptions(homeStores(retailerId))),
        queries.prefetchQuery(trpc.inventory.shopLevels.queryOptions({ retailerId })),
      ]}
    >
      <Home />
    </Prefetched>
  );
}
