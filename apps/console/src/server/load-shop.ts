import "server-only";
import { proceduresFor } from "@highstreet/router";
import { notFound } from "next/navigation";
import { cache } from "react";
import { consoleRouter } from "./console-router.ts";
import { environment } from "./environment.ts";
import { orNotFound } from "./or-not-found.ts";
import { signedIn } from "./signed-in.ts";

/** The data that all pages of a shop need: the user, the shop with its first stores, and the user's other shops. Cached per request. */
export const loadShop = cache(async (retailerId: string) => {
  const api = await signedIn();
  const [me, retailer, stores] = await orNotFound(
    Promise.all([api.staff.me(), api.staff.shop({ retailerId }), api.stores.find({ retailerId })]),
    notFound,
  );
  const mayCall = proceduresFor(consoleRouter, retailer.role);
  return { me, retailer, stores, mayCall, apiUrl: environment.apiUrl, hasInbox: environment.webhookInbox };
});

export type LoadedShop = Awaited<ReturnType<typeof loadShop>>;
