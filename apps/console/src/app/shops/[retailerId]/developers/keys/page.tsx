import { loadShop } from "../../../../../server/load-shop.ts";
import { Prefetched } from "../../../../../server/prefetched.tsx";
import { Keys } from "../../../../../ui/keys/keys.tsx";
import { texts } from "../../../../../ui/keys/texts.ts";
import { NotYours } from "../../../../../ui/parts/page-head.tsx";
import { pageTitle } from "../../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function KeysPage({ params }: PageProps<"/shops/[retailerId]/developers/keys">) {
  const { mayCall } = await loadShop((await params).retailerId);
  if (!mayCall.includes("keys.list")) return <NotYours title={texts.title} text={texts.notYours} />;
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.keys.list.queryOptions({ page: { size: 50 } }))]}>
      <Keys />
    </Prefetched>
  );
}
