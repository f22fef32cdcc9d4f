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
