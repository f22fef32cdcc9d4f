import type { Metadata } from "next";
import { loadShop } from "../../../server/load-shop.ts";
import { Shell } from "../../../ui/shell/shell.tsx";
import { ShopProvider } from "../../../ui/shell/shop-context.tsx";

export async function generateMetadata({ params }: LayoutProps<"/shops/[retailerId]">): Promise<Metadata> {
  const { retailer } = await loadShop((await params).retailerId);
  return { title: { default: retailer.name, template: `%s · ${retailer.name} · Highstreet` } };
}

export default async function ShopLayout({ params, children }: LayoutProps<"/shops/[retailerId]">) {
  return (
    <ShopProvider shop={await loadShop((await params).retailerId)}>
      <Shell>{children}</Shell>
    </ShopProvider>
  );
}
