"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { SourceRecord } from "@highstreet/router/features/sources/source.schema.ts";
import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import action from "../parts/action.module.css";
import { count, listOf } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { texts } from "./texts.ts";
import { UnknownStores } from "./unknown-stores.tsx";
import classes from "./upload.module.css";
import { type Mapping, useFiles } from "./use-files.ts";

type Field = keyof typeof texts.fields;
const ofProducts: Field[] = [
  ...(["barcode", "title", "brand", "description", "image"] as const),
  ...(["category", "color", "size", "groupId", "condition"] as const),
];
const rareOfProducts: readonly string[] = ["color", "size", "groupId", "condition"];
const onlyProducts: readonly string[] = ["description", "color", "size", "groupId"];
const ofStock = (Object.keys(texts.fields) as Field[]).filter((field) => !onlyProducts.includes(field));
/** Most files have none of these, so each shows only if the file has it. */
const rare: string[] = ["availability", "store", "salePrice", "saleFrom", "saleUntil", "saleDates", "saleFlag"];
/** No column has this name, because names are trimmed. */
const NONE = " ";

interface MapColumnsProps {
  preview: StockPreview;
  columns: Mapping;
  /** The preview still shows earlier columns. */
  isLooking: boolean;
  choose: (columns: Mapping) => void;
  remember: boolean;
  setRemember: (remember: boolean) => void;
}

/** One select for each field: the column of the file that it is in. */
export function MapColumns({ preview, columns, isLooking, choose, remember, setRemember }: MapColumnsProps) {
  const { taken, fallbacks, seen, ignored, absent } = preview.columns;
  const words = texts.columns;
  const { store, isProducts } = useFiles();
  const [fields, rarely] = isProducts ? [ofProducts, rareOfProducts] : [ofStock, rare];
  const [isOpen, { toggle }] = useDisclosure(false);
  const names = [...new Set(seen.filter(Boolean))];
  const gone = Object.values(absent).flat();
  if (names.length === 0) return <Notice tone="error">{words.noHeadings}</Notice>;
  const shown = fields.filter(
    (field) => !rarely.includes(field) || field in taken || field in columns || (field === "store" && !store),
  );
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
              onClick={() => choose({ ...columns, ...(preview.preset?.columns as Mapping) })}
            >
              {words.use}
            </Button>
          )}
        </Group>
      )}
      {preview.missing.length > 0 && (
        <Notice tone="error">
          {words.missing(listOf(preview.missing.map(({ field }) => texts.fields[field as Field])))}
        </Notice>
      )}
      {preview.isRefused && gone.length > 0 && (
        <Notice tone="error">{words.absent(gone.map((name) => `“${name}”`).join(", "))}</Notice>
      )}
      {preview.isRefused && preview.unknownStores.length > 0 && (
        <Notice tone="error">
          {texts.allStores.foreign} <UnknownStores names={preview.unknownStores} />
        </Notice>
      )}
      {preview.ignoredSheets.length > 0 && (
        <Notice tone="warning">
          {words.ignoredSheets(preview.ignoredSheets.map((name) => `“${name}”`).join(", "))}
        </Notice>
      )}
      <button type="button" className={`${action.quiet} ${classes.unfold}`} aria-expanded={isOpen} onClick={toggle}>
        {words.found(count(shown.filter((field) => field in taken).length, "column"))}
      </button>
      <SimpleGrid
        cols={{ base: 1, xs: 2, md: 3 }}
        spacing="sm"
        role="group"
        aria-label={words.title}
        data-open={isOpen}
      >
        {shown.map((field) => {
          const missing = preview.missing.find((one) => one.field === field);
          const others = fallbacks[field] ?? [];
          const chosen = isLooking ? columns[field] : undefined;
          return (
            <Select
              key={field}
              className={missing ? undefined : classes.found}
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
      {preview.keepsPrices && !isProducts && !preview.isRefused && <Notice tone="info">{words.keepsPrices}</Notice>}
      {ignored.length > 0 && <Hint>{words.ignored(ignored.join(", "))}</Hint>}
      {Object.keys(columns).length > 0 && !isProducts && (
        <Checkbox
          label={store ? words.remember : texts.allStores.remember}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

/** The columns and the decimal sign that are remembered for files. */
export function readingOf({ parameters }: Pick<SourceRecord, "parameters">) {
  const { columns, decimalSign } = parameters as { columns?: Mapping; decimalSign?: string };
  return { columns, decimalSign };
}

/** The query parameter for chosen columns; nothing for none. */
export function columnsParameter(columns: Mapping): { columns?: string } {
  return Object.keys(columns).length > 0 ? { columns: JSON.stringify(columns) } : {};
}
