"use client";

import { IconMapPin } from "@tabler/icons-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { type Choice, Picker } from "../frame/picker.tsx";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindStores } from "./use-find-stores.ts";

const ALL = "all";

interface StoreChipProps {
  /** The chosen store; null: all stores. */
  store: { id: string; name: string } | null;
  /** The page can show all stores at once. */
  hasAll?: boolean;
}

/** The store that the page shows. A choice changes `?store=` and keeps the other filters. Hidden in a shop with one store. */
export function StoreChip({ store, hasAll = false }: StoreChipProps) {
  const { stores: first } = useShop();
  const router = useRouter();
  const pathname = usePathname();
  const query = useSearchParams();
  const [text, setText] = useState("");
  const { stores, isLoading } = useFindStores(text);
  if (first.total < 2) return null;
  const choices: Choice[] = stores.map(({ id, name, city }) => ({ value: id, name, note: city }));
  if (hasAll && !text.trim()) choices.unshift({ value: ALL, name: texts.allStores });
  const choose = (id: string) => {
    const next = new URLSearchParams(query);
    for (const name of ["store", "page", "after", "open"]) next.delete(name);
    if (id !== ALL) next.set("store", id);
    router.push(next.size ? `${pathname}?${next}` : pathname);
  };
  return (
    <Picker
      icon={<IconMapPin size={18} stroke={1.7} />}
      search={texts.findStore}
      choices={choices}
      current={store?.id ?? ALL}
      onSearch={setText}
      onChoose={choose}
      isLoading={isLoading}
      more={stores.length < first.total && !text ? texts.moreStores(stores.length, first.total) : undefined}
    >
      {store?.name ?? texts.allStores}
    </Picker>
  );
}
