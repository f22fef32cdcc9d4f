import { loadShop } from "../../../server/load-shop.ts";
import { ShopFrame } from "../../../ui/go-to/shop-frame.tsx";
import { NotYours } from "../../../ui/parts/page-head.tsx";
import { ShopProvider } from "../../../ui/shell/shop-context.tsx";
import { texts } from "../../../ui/shell/texts.ts";

export default async function ShopLayout({ params, children }: LayoutProps<"/shops/[retailerId]">) {
  const shop = await loadShop((await params).retailerId);
  const hasNone = shop.retailer.isOfStores && shop.stores.total === 0;
  return (
    <ShopProvider shop={shop}>
      <ShopFrame>{hasNone ? <NotYours title={texts.noOwnStore} text={texts.noOwnStoreText} /> : children}</ShopFrame>
    </ShopProvider>
  );
}
