"use client";

import { IconBuildingStore } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Picker } from "../frame/picker.tsx";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";

/** The most shops in the list at once. */
const MOST = 100;

/** The current shop, and a list of the others. */
export function ShopSwitcher() {
  const { me, retailer } = useShop();
  const router = useRouter();
  const [q, setQ] = useState("");
  const matches = me.retailers.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  return (
    <Picker
      icon={<IconBuildingStore size={20} stroke={1.7} />}
      search={texts.findShop}
      choices={matches.slice(0, MOST).map(({ id, name }) => ({ value: id, name }))}
      current={retailer.id}
      onSearch={setQ}
      onChoose={(id) => router.push(`/shops/${id}`)}
    >
      {retailer.name}
    </Picker>
  );
}
