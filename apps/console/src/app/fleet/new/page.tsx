import type { Metadata } from "next";
import { NewShop } from "../../../ui/fleet/new-shop.tsx";
import { texts } from "../../../ui/fleet/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.newShop });

export default function NewShopPage() {
  return <NewShop />;
}
