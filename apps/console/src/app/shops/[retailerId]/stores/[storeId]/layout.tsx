import { loadShop } from "../../../../../server/load-shop.ts";
import { Shell } from "../../../../../ui/shell/shell.tsx";
import { ShopProvider } from "../../../../../ui/shell/shop-context.tsx";

export default async function StoreLayout({ params, children }: LayoutProps<"/shops/[retailerId]/stores/[storeId]">) {
  const shop = await loadShop(await params);
  return (
    <ShopProvider shop={shop}>
      <Shell>{children}</Shell>
    </ShopProvider>
  );
}
