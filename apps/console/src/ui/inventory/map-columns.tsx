"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { Notice } from "../frame/notice.tsx";
import { texts } from "./texts.ts";
import classes from "./upload.module.css";

type Field = keyof typeof texts.fields;
const fields = Object.keys(texts.fields) as Field[];
/** Most files have none of these, so each shows only if the file has it. */
const rare: readonly string[] = ["availability", "store", "salePrice", "saleFrom", "saleUntil", "saleDates"];
/** The value of a select for a field without a column. No column has this name, because names are trimmed. */
const NONE = " ";

interface MapColumnsProps {
  preview: StockPreview;
  /** The columns that a person chose for this file. */
  columns: FeedMapping;
  /** The preview still shows earlier columns. */
  isLooking: boolean;
  choose: (columns: FeedMapping) => void;
  remember: boolean;
  setRemember: (remember: boolean) => void;
}

/** One select for each field: the column of the file that it is in. */
export function MapColumns({ preview, columns, isLooking, choose, remember, setRemember }: MapColumnsProps) {
  const { taken, fallbacks, seen, ignored, absent } = preview.columns;
  const words = texts.columns;
  const names = [...new Set(seen.filter(Boolean))];
  const gone = Object.values(absent).flat();
  if (names.length === 0) return <Notice tone="error">{words.noHeadings}</Notice>;
  const shown = fields.filter((field) => !rare.includes(field) || field in taken || field in columns);
  const isPreset =
    preview.preset && Object.entries(preview.preset.columns).every(([field, own]) => columns[field as Field] === own);
  return (
    <Stack gap="sm">
      {preview.preset && (
        <Group gap="sm">
          <Text size="sm">{words.from(preview.preset.label)}</Text>
          {!isPreset && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => choose({ ...columns, ...(preview.preset?.columns as FeedMapping) })}
            >
              {words.use}
            </Button>
          )}
        </Group>
      )}
      {preview.missing.length > 0 && (
        <Notice tone="error">{words.missing(preview.missing.map(({ field }) => field).join(words.and))}</Notice>
      )}
      {preview.isRefused && gone.length > 0 && (
        <Notice tone="error">{words.absent(gone.map((name) => `“${name}”`).join(", "))}</Notice>
      )}
      {preview.ignoredSheets.length > 0 && (
        <Notice tone="warning">
          {words.ignoredSheets(preview.ignoredSheets.map((name) => `“${name}”`).join(", "))}
        </Notice>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" role="group" aria-label={words.title}>
        {shown.map((field) => {
          const missing = preview.missing.find((one) => one.field === field);
          const others = fallbacks[field] ?? [];
          const chosen = isLooking ? columns[field] : undefined;
          return (
            <Select
              key={field}
              label={texts.fields[field]}
              description={
                missing && missing.suggestions.length > 0
                  ? words.perhaps(missing.suggestions.map((name) => `“${name}”`).join(", "))
                  : others.length > 0
                    ? words.also(others.join(", "))
                    : undefined
              }
              // Help below the field, so that the fields of a row stand in line.
              inputWrapperOrder={["label", "input", "description", "error"]}
              classNames={{ input: classes.column }}
              error={missing?.isRequired}
              searchable={names.length > 10}
              allowDeselect={false}
              value={(chosen ? names.find((name) => chosen.includes(name)) : taken[field]) ?? NONE}
              onChange={(name) =>
                choose({ ...columns, [field]: name === null || name === NONE ? [] : [name, ...others] })
              }
              data={[{ value: NONE, label: words.none }, ...names.map((name) => ({ value: name, label: name }))]}
            />
          );
        })}
      </SimpleGrid>
      {preview.keepsPrices && !preview.isRefused && <Notice tone="info">{words.keepsPrices}</Notice>}
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.ignored(ignored.join(", "))}
        </Text>
      )}
      {Object.keys(columns).length > 0 && (
        <Checkbox
          label={words.remember}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}
