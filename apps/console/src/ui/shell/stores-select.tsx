"use client";

import { Group, MultiSelect, Pill, Text } from "@mantine/core";
import { useState } from "react";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindStores } from "./use-find.ts";

interface ChosenStore {
  id: string;
  name: string;
}

interface StoresSelectProps {
  label: string;
  value: ChosenStore[];
  onChange: (stores: ChosenStore[]) => void;
  error?: string | undefined;
  maxValues?: number;
  /** Called with the field when it appears. */
  ref?: (field: HTMLInputElement | null) => void;
  "data-autofocus"?: boolean;
}

/** Several stores of the shop, found by name or city. */
export function StoresSelect({ value, onChange, ...field }: StoresSelectProps) {
  const { stores: first } = useShop();
  const [text, setText] = useState("");
  const { stores } = useFindStores(text);
  const cities = new Map(stores.map(({ id, city }) => [id, city]));
  const known = new Map([...stores, ...value].map(({ id, name }) => [id, { id, name }]));
  return (
    <MultiSelect
      {...field}
      classNames={{ pillsList: classes.chosenStores ?? "" }}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      // A city finds a store, too.
      filter={({ options }) => options.filter((option) => "value" in option && cities.has(option.value))}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      renderOption={({ option, checked }) => (
        <Group gap="xs" fw={checked ? 600 : undefined}>
          {option.label}
          <Text span size="xs" c="dimmed">
            {cities.get(option.value)}
          </Text>
        </Group>
      )}
      renderPill={({ option, onRemove }) => (
        <Pill
          withRemoveButton
          onRemove={onRemove}
          removeButtonProps={{ tabIndex: 0, "aria-hidden": false, "aria-label": texts.removeStore(option.label) }}
        >
          {option.label}
        </Pill>
      )}
      description={stores.length < first.total && !text ? texts.moreStores(stores.length, first.total) : undefined}
      searchable
      openOnFocus={false}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={texts.nothingFound}
    />
  );
}
