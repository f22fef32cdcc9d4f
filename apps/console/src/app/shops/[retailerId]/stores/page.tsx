import { Prefetched } from "../../../../server/prefetched.tsx";
import { Stores } from "../../../../ui/stores/stores.tsx";
import { texts } from "../../../../ui/stores/texts.ts";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function StoresPage({ params }: PageProps<"/shops/[retailerId]/stores">) {
  const { retailerId } = await params;
  const first = { retailerId, pageSize: 50, pageNumber: 1 };
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.overview.stores.queryOptions(first))]}>
      <Stores />
    </Prefetched>
  );
}
