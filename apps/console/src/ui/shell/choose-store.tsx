"use client";

import { Button, NavLink, Stack, TextInput } from "@mantine/core";
import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Hint } from "../parts/hint.tsx";
import { IconBuildingStore, IconMapPin } from "../parts/icons.tsx";
import { PageHead } from "../parts/page-head.tsx";
import panel from "../parts/panel.module.css";
import { Blank } from "../parts/panel.tsx";
import { type Choice, Picker } from "../parts/picker.tsx";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindStores } from "./use-find.ts";

/** Asks for the store of a page about one store. In a shop without a store, leads to adding one. */
export function ChooseStore({ title }: { title: string }) {
  const { stores: first } = useShop();
  return (
    <>
      <PageHead title={title} text={first.total > 0 ? texts.chooseStoreText : ""} />
      {first.total === 0 ? <NoStoreYet /> : <StoreList />}
    </>
  );
}

export function NoStoreYet() {
  const { base } = useShop();
  return (
    <Blank icon={<IconBuildingStore size={28} stroke={1.6} />} title={texts.noStore} text={texts.noStoreText}>
      <Button component={Link} href={`${base}/stores?add=1`}>
        {texts.addStore}
      </Button>
    </Blank>
  );
}

/** Links to the page of each store, with a search. */
export function StoreList() {
  const { stores: first } = useShop();
  const [text, setText] = useState("");
  const { stores, isLoading } = useFindStores(text);
  const links = stores.map(({ id, name, city }) => ({ query: { store: id }, name, note: city }));
  return <StoreLinks links={links} total={first.total} isLoading={isLoading} text={text} onSearch={setText} />;
}

interface StoreLinksProps {
  /** `query`: the store in the address. */
  links: { query: { store: string; shop?: string }; name: string; note: string }[];
  total: number;
  isLoading: boolean;
  text: string;
  onSearch: (text: string) => void;
}

export function StoreLinks({ links, total, isLoading, text, onSearch }: StoreLinksProps) {
  const pathname = usePathname();
  const query = useSearchParams();
  return (
    <Stack gap="sm" maw={480}>
      <TextInput
        label={texts.chooseStore}
        placeholder={texts.findStore}
        value={text}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <nav aria-label={texts.stores} className={panel.panel}>
        {links.length === 0 && !isLoading && (
          <Hint p="md" role="status">
            {texts.nothingFound}
          </Hint>
        )}
        {links.map(({ query: store, name, note }) => (
          <NavLink
            key={store.store}
            component={Link}
            href={`${pathname}?${new URLSearchParams({ ...Object.fromEntries(query), ...store })}`}
            label={name}
            description={note}
            leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden="true" />}
          />
        ))}
      </nav>
      {links.length < total && !text && <Hint>{texts.moreStores(links.length, total)}</Hint>}
    </Stack>
  );
}

const ALL = "all";

interface StoreChipProps {
  store: { id: string; name: string } | null;
  hasAll?: boolean;
}

/** A choice changes `?store=` and keeps the other filters. Hidden in a shop with one store. */
export function StoreChip({ store, hasAll = false }: StoreChipProps) {
  const { stores: first, retailer } = useShop();
  const router = useRouter();
  const pathname = usePathname();
  const query = useSearchParams();
  const [text, setText] = useState("");
  const { stores, isLoading } = useFindStores(text);
  if (first.total < 2) return null;
  const choices: Choice[] = stores.map(({ id, name, city }) => ({ value: id, name, note: city }));
  if (hasAll && !retailer.isOfStores && !text.trim()) choices.unshift({ value: ALL, name: texts.allStores });
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
