import { orNotFound, signedIn } from "../../../../../../server/caller.ts";
import { loadShop, oneStore } from "../../../../../../server/load-shop.ts";
import { Prefetched } from "../../../../../../server/prefetched.tsx";
import { EndpointPage } from "../../../../../../ui/endpoints/endpoint-page.tsx";
import { texts } from "../../../../../../ui/endpoints/texts.ts";
import { NotYours } from "../../../../../../ui/parts/page-head.tsx";
import { StoreProvider } from "../../../../../../ui/shell/shop-context.tsx";
import { pageTitle } from "../../../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

type Page = PageProps<"/shops/[retailerId]/developers/endpoints/[endpointId]">;

export default async function OneEndpointPage(page: Page) {
  const ids = await page.params;
  const { mayCall } = await loadShop(ids.retailerId);
  if (!mayCall.includes("endpoints.get")) return <NotYours title={texts.title} text={texts.notYours} />;
  const endpoint = await orNotFound((await signedIn()).endpoints.get(ids));
  const store = await oneStore(page);
  return (
    <StoreProvider key={store?.id} store={store}>
      <Prefetched
        load={(trpc, queries) => {
          queries.setQueryData(trpc.endpoints.get.queryKey(ids), endpoint);
          return [];
        }}
      >
        <EndpointPage endpointId={ids.endpointId} />
      </Prefetched>
    </StoreProvider>
  );
}
