import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { loadShop } from "./load-shop.ts";
import { orNotFound } from "./or-not-found.ts";
import { signedIn } from "./signed-in.ts";

/** A store of the shop. Cached per request. */
export const loadStore = cache(async (retailerId: string, storeId: string) => {
  const api = await signedIn();
  return orNotFound(api.stores.get({ retailerId, storeId }), notFound);
});

export type LoadedStore = Awaited<ReturnType<typeof loadStore>>;

/** The parameters of a page below `/shops/[retailerId]`. */
export interface ShopPageProps {
  params: Promise<{ retailerId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The store in the address (`?store=`); undefined: all stores. */
export async function chosenStore({ params, searchParams }: ShopPageProps): Promise<LoadedStore | undefined> {
  const [{ retailerId }, { store }] = await Promise.all([params, searchParams]);
  return typeof store === "string" && store !== "" ? loadStore(retailerId, store) : undefined;
}

/** The store that a page about one store works on: the chosen store, or the only store; undefined: the user must choose one. */
export async function oneStore(props: ShopPageProps): Promise<LoadedStore | undefined> {
  const chosen = await chosenStore(props);
  if (chosen) return chosen;
  const { retailerId } = await props.params;
  const { data, total } = (await loadShop(retailerId)).stores;
  return total === 1 && data[0] ? loadStore(retailerId, data[0].id) : undefined;
}
