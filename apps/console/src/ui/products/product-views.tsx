"use client";

import { Button, Modal, TextInput, UnstyledButton } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import type { MouseEvent } from "react";
import { Form } from "../parts/form.tsx";
import { Hint } from "../parts/hint.tsx";
import { IconPlus, IconX } from "../parts/icons.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { noFilters, type ProductFilters, queryOf, readFilters } from "./product-address.ts";
import classes from "./product-views.module.css";
import { texts } from "./texts.ts";

const words = texts.views;
/** The most views that a person keeps in a shop. */
const MAX_VIEWS = 20;

/** Each view is the query of an address. */
const ours: readonly (readonly [name: keyof typeof words.ours, query: string])[] = [
  ["all", ""],
  ["untitled", "titled=false"],
  ["low", "status=low_stock"],
  ["hidden", "hidden=true"],
  ["new", "isNew=true"],
];

type View = readonly [name: string, query: string];

/** The views of the list as tabs: those of every shop, and those that the person has saved on this device. */
export function ProductViews({ filters, open }: { filters: ProductFilters; open: (query: string) => void }) {
  const { retailerId } = useShop();
  const [isSaving, saving] = useDisclosure(false);
  const [own, setOwn] = useLocalStorage<View[]>({ key: `views ${retailerId}`, defaultValue: [] });
  const now = queryOf({ ...filters, store: null, page: 1, size: noFilters.size });
  const views: View[] = [...ours.map(([name, query]) => [words.ours[name], query] as const), ...own];
  const isKnown = views.some(([, query]) => query === now);
  return (
    <nav className={classes.views} aria-label={words.label} data-screen>
      {views.map(([name, query], n) => (
        <span key={query} className={classes.view} data-current={query === now || undefined}>
          {/* A link works before React handles the page, too. */}
          <UnstyledButton
            component="a"
            href={`?${queryOf({ ...readFilters(new URLSearchParams(query)), store: filters.store })}`}
            className={classes.open}
            aria-current={query === now ? "page" : undefined}
            onClick={(event: MouseEvent) => {
              event.preventDefault();
              open(query);
            }}
          >
            {name}
          </UnstyledButton>
          {n >= ours.length && query === now && (
            <UnstyledButton
              className={classes.remove}
              aria-label={words.remove(name)}
              onClick={() => setOwn(own.filter(([, kept]) => kept !== query))}
            >
              <IconX size={14} aria-hidden="true" />
            </UnstyledButton>
          )}
        </span>
      ))}
      {!isKnown && own.length < MAX_VIEWS && (
        <UnstyledButton className={classes.open} onClick={saving.open}>
          <IconPlus size={14} aria-hidden="true" /> {words.save}
        </UnstyledButton>
      )}
      <Modal opened={isSaving} onClose={saving.close} title={words.save}>
        <Form
          submit={(fields) => {
            const name = String(fields.get("name")).trim();
            if (!name) return;
            setOwn([...own, [name, now]]);
            saving.close();
          }}
        >
          <TextInput name="name" label={words.name} maxLength={40} required data-autofocus />
          <Hint>{words.text}</Hint>
          <Button type="submit">{words.add}</Button>
        </Form>
      </Modal>
    </nav>
  );
}
