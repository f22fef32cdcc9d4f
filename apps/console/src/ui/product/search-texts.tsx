"use client";

import type { ItemPickup } from "@highstreet/router/core/stores/pickup.schema.ts";
import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Hint } from "../parts/hint.tsx";
import { pickupChoices, pickupWords, productPickups } from "../stores/pickup-words.ts";
import type { EditValues } from "./edit-form.tsx";
import { plainText } from "./plain-text.ts";
import classes from "./product-data.module.css";
import { texts } from "./texts.ts";

const fields = ["searchTitle", "searchDescription", "searchPictures", "searchPickup"] as const;

interface SearchTextsProps {
  values: EditValues;
  /** What Google gets without these fields. */
  without: Record<"title" | "description" | "pictures", string>;
  /** Of all stores. */
  pickup: ItemPickup | null | undefined;
  fieldOf: (field: (typeof fields)[number]) => {
    name: string;
    value: string;
    onChange: (event: { currentTarget: { value: string } }) => void;
    error: string | undefined;
  };
}

/** What only Google gets. Folded until a field has a text or an error. */
export function SearchTexts({ values, without, pickup, fieldOf }: SearchTextsProps) {
  const { title, help, labels, storePickup } = texts.edit.search;
  const isFilled = fields.some((field) => values[field]);
  const [wasFilled, setWasFilled] = useState(isFilled);
  const [isOpen, setOpen] = useState(isFilled);
  // A draft fills the fields after the form has opened.
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled);
    if (isFilled) setOpen(true);
  }
  return (
    <details
      open={isOpen || fields.some((field) => fieldOf(field).error)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={classes.fold}>{title}</summary>
      <Stack gap="md" mt="sm">
        <Hint>{help}</Hint>
        <TextInput label={labels.searchTitle} placeholder={without.title} {...fieldOf("searchTitle")} />
        <Textarea
          label={labels.searchDescription}
          placeholder={plainText(without.description)}
          autosize
          minRows={2}
          maxRows={10}
          {...fieldOf("searchDescription")}
        />
        <Textarea
          label={labels.searchPictures}
          placeholder={without.pictures}
          autosize
          minRows={2}
          maxRows={10}
          {...fieldOf("searchPictures")}
        />
        <NativeSelect
          label={labels.searchPickup}
          data={pickupChoices(productPickups, pickup ? pickupWords(pickup) : storePickup)}
          {...fieldOf("searchPickup")}
        />
      </Stack>
    </details>
  );
}
