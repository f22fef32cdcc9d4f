import "server-only";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { chosenStore, loadShop, oneStore, type ShopPageProps } from "../server/load-shop.ts";
import { type Load, Prefetched } from "../server/prefetched.tsx";
import { texts } from "../ui/parts/texts.ts";
import { ChooseStore } from "../ui/shell/choose-store.tsx";
import { StoreProvider } from "../ui/shell/shop-context.tsx";

interface OneStoreProps {
  page: ShopPageProps;
  title: string;
  load: (ids: { retailerId: string; storeId: string }) => Load;
  children: ReactNode;
}

export async function OneStore({ page, title, load, children }: OneStoreProps) {
  const store = await oneStore(page);
  if (!store) return <ChooseStore title={title} />;
  const { retailerId } = await page.params;
  return (
    <StoreProvider key={store.id} store={store}>
      <Prefetched load={load({ retailerId, storeId: store.id })}>{children}</Prefetched>
    </StoreProvider>
  );
}

/**
 * The title of a shop's page: the page, the store and the shop.
 * @param of "one store": the page always works on one store
 */
export function pageTitle(title: () => string, of: "all stores" | "one store" = "all stores") {
  return async (props: ShopPageProps): Promise<Metadata> => {
    const store = await (of === "one store" ? oneStore(props) : chosenStore(props));
    const { retailer } = await loadShop((await props.params).retailerId);
    const names = [title(), ...(store ? [store.name] : []), retailer.name, texts.name];
    return { title: { absolute: names.join(" · ") } };
  };
}
