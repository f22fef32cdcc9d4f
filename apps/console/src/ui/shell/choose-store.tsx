"use client";

import { Button, NavLink, Stack, Text, TextInput } from "@mantine/core";
import { IconBuildingStore, IconMapPin } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Blank } from "../frame/blank.tsx";
import { PageHead } from "../frame/page-head.tsx";
import panel from "../frame/panel.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindStores } from "./use-find-stores.ts";

/** Asks for the store of a page about one store. In a shop without a store, leads to adding one. */
export function ChooseStore({ title }: { title: string }) {
  const { base, stores: first } = useShop();
  const pathname = usePathname();
  const query = useSearchParams();
  const [text, setText] = useState("");
  const { stores, isLoading } = useFindStores(text);
  const hrefOf = (id: string) => {
    const next = new URLSearchParams(query);
    next.set("store", id);
    return `${pathname}?${next}`;
  };
  return (
    <>
      <PageHead title={title} text={first.total > 0 ? texts.chooseStoreText : ""} />
      {first.total === 0 ? (
        <Blank icon={<IconBuildingStore size={28} stroke={1.6} />} title={texts.noStore} text={texts.noStoreText}>
          <Button component={Link} href={`${base}/stores?add=1`}>
            {texts.addStore}
          </Button>
        </Blank>
      ) : (
        <Stack gap="sm" maw={480}>
          <TextInput
            label={texts.chooseStore}
            placeholder={texts.findStore}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <nav aria-label={texts.stores} className={panel.panel}>
            {stores.length === 0 && !isLoading && (
              <Text size="sm" c="dimmed" p="md" role="status">
                {texts.nothingFound}
              </Text>
            )}
            {stores.map(({ id, name, city }) => (
              <NavLink
                key={id}
                component={Link}
                href={hrefOf(id)}
                label={name}
                description={city}
                leftSection={<IconMapPin size={18} stroke={1.7} aria-hidden="true" />}
              />
            ))}
          </nav>
          {stores.length < first.total && !text && (
            <Text size="sm" c="dimmed">
              {texts.moreStores(stores.length, first.total)}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}
