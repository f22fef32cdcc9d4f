import "server-only";
import type { ReactNode } from "react";
import { ChooseStore } from "../ui/shell/choose-store.tsx";
import { StoreProvider } from "../ui/shell/store-context.tsx";
import { oneStore, type ShopPageProps } from "./load-store.ts";
import { type Load, Prefetched } from "./prefetched.tsx";

interface OneStoreProps {
  page: ShopPageProps;
  /** The title of the page, for the choice of a store. */
  title: string;
  load: (ids: { retailerId: string; storeId: string }) => Load;
  children: ReactNode;
}

/** A page about one store, with its data. Without a store, the page asks for one. */
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
