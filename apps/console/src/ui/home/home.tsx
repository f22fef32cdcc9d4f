"use client";

import { PageHead } from "../frame/page-head.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

/** What the shop needs from its people, and how its stores do. */
export function Home() {
  const { retailer } = useShop();
  return <PageHead title={texts.title} text={retailer.name} />;
}
