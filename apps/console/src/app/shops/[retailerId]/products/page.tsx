import { OneStore } from "../../../../server/one-store.tsx";
import { pageTitle } from "../../../../server/page-title.ts";
import { Products } from "../../../../ui/products/products.tsx";

export const generateMetadata = pageTitle("Products", "one store");

export default function ProductsPage(page: PageProps<"/shops/[retailerId]/products">) {
  return (
    <OneStore page={page} title="Products" load={() => () => []}>
      <Products />
    </OneStore>
  );
}
