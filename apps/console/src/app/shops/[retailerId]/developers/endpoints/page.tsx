import { loadShop } from "../../../../../server/load-shop.ts";
import { Prefetched } from "../../../../../server/prefetched.tsx";
import { Endpoints } from "../../../../../ui/endpoints/endpoints.tsx";
import { texts } from "../../../../../ui/endpoints/texts.ts";
import { NotYours } from "../../../../../ui/parts/page-head.tsx";
import { pageTitle } from "../../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function EndpointsPage({ params }: PageProps<"/shops/[retailerId]/developers/endpoints">) {
  const { retailerId } = await params;
  const { mayCall } = await loadShop(retailerId);
  if (!mayCall.includes("endpoints.list")) return <NotYours title={texts.title} text={texts.notYours} />;
  const input = { retailerId, page: { size: 50 } };
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.endpoints.list.queryOptions(input))]}>
      <Endpoints />
    </Prefetched>
  );
}
