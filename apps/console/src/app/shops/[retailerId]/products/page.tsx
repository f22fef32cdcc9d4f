import { chosenStore } from "../../../../server/load-shop.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { findInputOf, readFilters } from "../../../../ui/products/product-address.ts";
import { Products } from "../../../../ui/products/products.tsx";
import { texts } from "../../../../ui/products/texts.ts";
import { StoreProvider } from "../../../../ui/shell/shop-context.tsx";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function ProductsPage(page: PageProps<"/shops/[retailerId]/products">) {
  const [{ retailerId }, query, store] = await Promise.all([page.params, page.searchParams, chosenStore(page)]);
  const words = Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const input = findInputOf(retailerId, readFilters(new URLSearchParams(words)));
  return (
    <StoreProvider store={store}>
      <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.inventory.findProducts.queryOptions(input))]}>
        <Products />
      </Prefetched>
    </StoreProvider>
  );
}
