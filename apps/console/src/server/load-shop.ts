import "server-only";
import { notFound } from "next/navigation";
import { environment } from "./environment.ts";
import { orNotFound } from "./or-not-found.ts";
import { signedIn } from "./signed-in.ts";

/** What the pages of a store stand on: who looks, at which shop and store, and what else there is. */
export async function loadShop({ retailerId, storeId }: { retailerId: string; storeId: string }) {
  const api = await signedIn();
  const [me, { data: stores }, store] = await orNotFound(
    Promise.all([
      api.staff.me(),
      api.stores.list({ retailerId, page: { size: 100 } }),
      api.stores.get({ retailerId, storeId }),
    ]),
    notFound,
  );
  const retailer = me.retailers.find(({ id }) => id === retailerId);
  if (!retailer) notFound();
  return { me, retailer, stores, store, apiUrl: environment.apiUrl, hasInbox: environment.webhookInbox };
}

export type LoadedShop = Awaited<ReturnType<typeof loadShop>>;

/** The shop that the console opens with: the first by name that has a store, else the first; undefined when there is none. */
export async function firstShop(api: Awaited<ReturnType<typeof signedIn>>): Promise<string | undefined> {
  const { retailers } = await api.staff.me();
  for (const { id } of retailers) {
    const { data } = await api.stores.list({ retailerId: id, page: { size: 1 } });
    if (data.length > 0) return id;
  }
  return retailers[0]?.id;
}
