import type { Metadata } from "next";
import { orNotFound, partnerOf, signedIn } from "../../../../server/caller.ts";
import { loadStore } from "../../../../server/load-shop.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { EndpointPage } from "../../../../ui/endpoints/endpoint-page.tsx";
import { texts } from "../../../../ui/endpoints/texts.ts";
import { StoreProvider } from "../../../../ui/shell/shop-context.tsx";

export const generateMetadata = (): Metadata => ({ title: texts.title });

type Page = PageProps<"/fleet/endpoints/[endpointId]">;

export default async function PartnerEndpointPage({ params, searchParams }: Page) {
  await partnerOf();
  const { endpointId } = await params;
  const { shop, store: storeId } = await searchParams;
  const endpoint = await orNotFound((await signedIn()).partnerEndpoints.get({ endpointId }));
  const isNamed = typeof shop === "string" && typeof storeId === "string";
  const store = isNamed ? await loadStore(shop, storeId) : undefined;
  return (
    <StoreProvider key={store?.id} store={store}>
      <Prefetched
        load={(trpc, queries) => {
          queries.setQueryData(trpc.partnerEndpoints.get.queryKey({ endpointId }), endpoint);
          return [];
        }}
      >
        <EndpointPage endpointId={endpointId} />
      </Prefetched>
    </StoreProvider>
  );
}
