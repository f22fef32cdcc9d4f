import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { orNotFound, signedIn } from "../../../../../server/caller.ts";
import { lastPartOf } from "../../../../../server/page-path.ts";
import { Prefetched } from "../../../../../server/prefetched.tsx";
import { ProductPage } from "../../../../../ui/product/product-page.tsx";

type Page = PageProps<"/shops/[retailerId]/products/[barcode]">;

const loadProduct = cache(async (retailerId: string, barcode: string) => {
  const api = await signedIn();
  return orNotFound(api.inventory.getProduct({ retailerId, barcode }));
});

async function idsOf({ params }: Pick<Page, "params">) {
  const [{ retailerId }, asked] = await Promise.all([params, headers()]);
  return { retailerId, barcode: lastPartOf(asked.get("x-path") ?? "") };
}

export async function generateMetadata(page: Page): Promise<Metadata> {
  const { retailerId, barcode } = await idsOf(page);
  const product = await loadProduct(retailerId, barcode);
  return { title: product.title ?? product.barcode };
}

export default async function OneProductPage(page: Page) {
  const ids = await idsOf(page);
  const product = await loadProduct(ids.retailerId, ids.barcode);
  return (
    <Prefetched
      load={(trpc, queries) => {
        queries.setQueryData(trpc.inventory.getProduct.queryKey(ids), product);
        const edited = { retailerId: ids.retailerId, barcode: product.barcode };
        const storeId = product.stores[0]?.storeId ?? "";
        return [
          queries.prefetchQuery(trpc.inventory.getItem.queryOptions({ ...edited, storeId })),
          queries.prefetchQuery(trpc.inventory.itemStates.queryOptions({ ...edited, storeId })),
          queries.prefetchQuery(trpc.customizations.getForAllStores.queryOptions(edited)),
          queries.prefetchQuery(trpc.products.get.queryOptions(ids)),
          queries.prefetchQuery(trpc.history.list.queryOptions({ ...ids, page: { size: 10 } })),
        ];
      }}
    >
      <ProductPage barcode={ids.barcode} />
    </Prefetched>
  );
}
