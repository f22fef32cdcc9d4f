import "server-only";
import type { Metadata } from "next";
import { chosenStore, oneStore, type ShopPageProps } from "./load-store.ts";

/**
 * The title of a shop's page. The layout adds the shop.
 * @param of "one store": the page always works on one store
 */
export function pageTitle(title: string, of: "all stores" | "one store" = "all stores") {
  return async (props: ShopPageProps): Promise<Metadata> => {
    const store = await (of === "one store" ? oneStore(props) : chosenStore(props));
    return { title: store ? `${title} · ${store.name}` : title };
  };
}
