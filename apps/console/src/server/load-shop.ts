import "server-only";
import { notFound } from "next/navigation";
import { environment } from "./environment.ts";
import { orNotFound } from "./or-not-found.ts";
import { signedIn } from "./signed-in.ts";

/** The data that all pages of a store need: the user, the shop and store, and the user's other shops. */
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

/** The first shop to show: the first by name with a store, otherwise the first; undefined if there is none. */
export async function firstShop(api: Awaited<ReturnType<typeof signedIn>>): Promise<string | undefined> {
  const { retailers } = await api.staff.me();
  for (const { id } of retailers) {
    const { data } = await api.stores.list({ retailerId: id, page: { size: 1 } });
    if (data.length > 0) return id;
  }
  return retailers[0]?.id;
}
