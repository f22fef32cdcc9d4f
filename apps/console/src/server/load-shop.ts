import "server-only";
import { proceduresFor } from "@highstreet/router";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { orNotFound, partnerOf, signedIn } from "./caller.ts";
import { consoleRouter } from "./console-router.ts";
import { environment } from "./environment.ts";

/** The data that all pages of a shop need. Cached per request. */
export const loadShop = cache(async (retailerId: string) => {
  const api = await signedIn();
  const [me, retailer, stores] = await orNotFound(
    Promise.all([api.staff.me(), api.staff.shop({ retailerId }), api.stores.find({ retailerId })]),
  );
  const mayCall = proceduresFor(consoleRouter, retailer.role, retailer.isOfStores);
  return { me, retailer, stores, mayCall, apiUrl: environment.apiUrl, hasInbox: environment.webhookInbox };
});

export type LoadedShop = Awaited<ReturnType<typeof loadShop>>;

/** What the partner's people may call on the pages of all shops. Others get a 404. */
export async function partnerCalls(): Promise<LoadedShop["mayCall"]> {
  await partnerOf();
  return proceduresFor(consoleRouter, "partner", false);
}

export const loadStore = cache(async (retailerId: string, storeId: string) => {
  const api = await signedIn();
  return orNotFound(api.stores.get({ retailerId, storeId }));
});

export type LoadedStore = Awaited<ReturnType<typeof loadStore>>;

export interface ShopPageProps {
  params: Promise<{ retailerId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The store in the address (`?store=`); undefined: all stores. A person of chosen stores is led to one of them. */
export async function chosenStore({ params, searchParams }: ShopPageProps): Promise<LoadedStore | undefined> {
  const [{ retailerId }, { store }] = await Promise.all([params, searchParams]);
  if (typeof store === "string" && store !== "") return loadStore(retailerId, store);
  const { retailer, stores } = await loadShop(retailerId);
  const [first] = stores.data;
  if (!retailer.isOfStores || !first) return undefined;
  const [path = "", query] = ((await headers()).get("x-path") ?? "").split("?");
  const asked = new URLSearchParams(query);
  asked.set("store", first.id);
  redirect(`${path}?${asked}`);
}

/** Whether a page of a shop with several stores shows all of them. */
export async function showsAllStores(props: ShopPageProps): Promise<boolean> {
  if (await chosenStore(props)) return false;
  return (await loadShop((await props.params).retailerId)).stores.total > 1;
}

/** The chosen store, or the only store; undefined: the user must choose one. */
export async function oneStore(props: ShopPageProps): Promise<LoadedStore | undefined> {
  const chosen = await chosenStore(props);
  if (chosen) return chosen;
  const { retailerId } = await props.params;
  const { data, total } = (await loadShop(retailerId)).stores;
  return total === 1 && data[0] ? loadStore(retailerId, data[0].id) : undefined;
}
