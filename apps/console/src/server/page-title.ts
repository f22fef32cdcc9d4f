import "server-only";
import type { Metadata } from "next";
import { texts } from "../ui/frame/texts.ts";
import { loadShop } from "./load-shop.ts";
import { chosenStore, oneStore, type ShopPageProps } from "./load-store.ts";

/**
 * The title of a shop's page: the page, the store and the shop.
 * @param of "one store": the page always works on one store
 */
export function pageTitle(title: string, of: "all stores" | "one store" = "all stores") {
  return async (props: ShopPageProps): Promise<Metadata> => {
    const store = await (of === "one store" ? oneStore(props) : chosenStore(props));
    const { retailer } = await loadShop((await props.params).retailerId);
    const names = [title, ...(store ? [store.name] : []), retailer.name, texts.name];
    return { title: { absolute: names.join(" · ") } };
  };
}
