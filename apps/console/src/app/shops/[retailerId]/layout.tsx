import { loadShop } from "../../../server/load-shop.ts";
import { Shell } from "../../../ui/shell/shell.tsx";
import { ShopProvider } from "../../../ui/shell/shop-context.tsx";

export default async function ShopLayout({ params, children }: LayoutProps<"/shops/[retailerId]">) {
  return (
    <ShopProvider shop={await loadShop((await params).retailerId)}>
      <Shell>{children}</Shell>
    </ShopProvider>
  );
}
