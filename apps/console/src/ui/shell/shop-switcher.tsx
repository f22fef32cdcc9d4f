"use client";

import { IconBuildingStore } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Picker } from "../frame/picker.tsx";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindShops } from "./use-find-shops.ts";

/** The current shop, and a list of the others. */
export function ShopSwitcher() {
  const { retailer } = useShop();
  const router = useRouter();
  const [q, setQ] = useState("");
  const { shops, isLoading } = useFindShops(q);
  return (
    <Picker
      icon={<IconBuildingStore size={20} stroke={1.7} />}
      search={texts.findShop}
      choices={shops.map(({ id, name }) => ({ value: id, name }))}
      current={retailer.id}
      isLoading={isLoading}
      onSearch={setQ}
      onChoose={(id) => router.push(`/shops/${id}`)}
    >
      {retailer.name}
    </Picker>
  );
}
