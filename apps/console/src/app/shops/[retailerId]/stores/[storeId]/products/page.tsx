import type { Metadata } from "next";
import { Products } from "../../../../../../ui/products/products.tsx";

export const metadata: Metadata = { title: "Products" };

export default function ProductsPage() {
  return <Products />;
}
