"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { FeedResult } from "../../server/feeds/feed-calls.ts";
import { BusyButton } from "../parts/form.tsx";
import { count, fileSize, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { ingestWords } from "../server-words/server-words.ts";
import { PreviewOfStores } from "./file-of-stores.tsx";
import { MapColumns } from "./map-columns.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { PreviewLines } from "./preview-lines.tsx";
import { texts } from "./texts.ts";
import { type Mapping, useFiles } from "./use-files.ts";
import type { Choices, DecidedFile } from "./use-upload.ts";
import { HEAD, useRememberColumns } from "./use-upload.ts";

interface FeedPreviewProps extends DecidedFile {
  choices: Choices;
  change: (changes: Partial<Choices>) => void;
  hasRemembered: boolean;
  mapColumns: (columns: Mapping) => void;
  apply: () => void;
  rehearse: () => void;
  /** Returns from what a file would change to its columns. */
  reconsider: () => void;
  cancel: () => void;
}

const words = texts.upload;

/** The recognised format in words: CSV divided by commas, UTF-8 · 0.4 MB */
function describe({ format, delimiter, encoding }: StockPreview, size: number): string {
  const name = texts.formats[format];
  const divided = delimiter === null ? name : texts.divided(name, texts.delimiters[delimiter] ?? delimiter);
  return `${divided}${encoding === null ? "" : `, ${encoding.toUpperCase()}`} · ${fileSize(size)}`;
}

export function FeedPreview(props: FeedPreviewProps) {
  const { file, preview, columns, isLooking, rehearsed, choices, change, hasRemembered, mapColumns } = props;
  const { apply, rehearse, reconsider, cancel } = props;
  const { mode, remember } = choices;
  const forget = useRememberColumns();
  const { store, isProducts, may } = useFiles();
  const isSingle = store !== undefined || isProducts;
  const isBusy = isLooking || forget.isPending;
  const isUsable = !preview.isRefused;
  const mayApply = isUsable && !isHopeless(preview, file.size);
  if (rehearsed && "file" in rehearsed.result)
    return <PreviewOfStores name={file.name} {...rehearsed.result} apply={apply} back={reconsider} cancel={cancel} />;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{file.name}</Text>
        <Hint>{describe(preview, file.size)}</Hint>
      </div>
      <MapColumns
        preview={preview}
        columns={columns}
        isLooking={isLooking}
        choose={mapColumns}
        remember={remember}
        setRemember={(chosen) => change({ remember: chosen })}
      />
      {!isProducts && isOfProducts(preview) && may("products.putFeed") && (
        <Notice tone="info">{texts.products.elsewhere}</Notice>
      )}
      {hasRemembered && (
        <Group>
          <BusyButton
            variant="subtle"
            color="gray"
            size="compact-sm"
            isBusy={forget.isPending}
            onClick={() => forget.mutate({ columns: {} }, { onSuccess: () => mapColumns(columns) })}
          >
            {texts.columns.forget}
          </BusyButton>
        </Group>
      )}
      {isUsable && (
        <>
          {!isProducts && <DecimalSigns preview={preview} look={() => mapColumns(columns)} />}
          <Summary preview={preview} size={file.size} />
          <PreviewLines preview={preview} />
          {!isProducts && <ModeChoice mode={mode} setMode={(chosen) => change({ mode: chosen })} />}
          {!isLooking && rehearsed?.mode === mode && "ingest" in rehearsed.result && (
            <Rehearsal {...rehearsed.result} />
          )}
        </>
      )}
      <Group gap="sm">
        {mayApply && (
          <>
            {isSingle && (
              <BusyButton isBusy={isBusy} onClick={apply}>
                {words.apply}
              </BusyButton>
            )}
            <BusyButton variant={isSingle ? "default" : "filled"} isBusy={isBusy} onClick={rehearse}>
              {isSingle ? words.rehearse : texts.allStores.rehearse}
            </BusyButton>
          </>
        )}
        <Button variant={mayApply ? "subtle" : "default"} color={mayApply ? "gray" : undefined} onClick={cancel}>
          {mayApply ? words.cancel : words.chooseOther}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks for the decimal sign of the store's files, if the numbers of this file do not show it. */
function DecimalSigns({ preview, look }: { preview: StockPreview; look: () => void }) {
  const remember = useRememberColumns();
  const unclear = unclearLine(preview);
  const value = unclear?.values[unclear.problem?.field ?? ""];
  if (value === undefined) return null;
  return (
    <Notice tone="warning">
      <Stack gap="xs">
        <Text size="sm">{texts.decimalSign.question(value)}</Text>
        <Group gap="sm">
          {([".", ","] as const).map((decimalSign) => (
            <BusyButton
              key={decimalSign}
              size="compact-sm"
              variant="default"
              isBusy={remember.isPending}
              onClick={() => remember.mutate({ decimalSign }, { onSuccess: look })}
            >
              {texts.decimalSign[decimalSign]}
            </BusyButton>
          ))}
        </Group>
      </Stack>
    </Notice>
  );
}

/** The file has names or pictures, and no stock. */
const isOfProducts = ({ isRefused, columns: { taken } }: StockPreview): boolean =>
  isRefused && !taken.price && !taken.quantity && Boolean(taken.title ?? taken.image);

/** A line whose number has two meanings, until a person chooses one. */
const unclearLine = ({ lines }: StockPreview) => lines.find(({ problem }) => problem?.code === "ambiguous_number");

/** The preview has read the whole file, and no line can be used. */
const isHopeless = (preview: StockPreview, size: number): boolean =>
  size <= HEAD && preview.problems > 0 && preview.problems === preview.linesRead && !unclearLine(preview);

function Summary({ preview, size }: { preview: StockPreview; size: number }) {
  const { linesRead, problems } = preview;
  const lines = count(linesRead, "line");
  if (isHopeless(preview, size)) return <Notice tone="error">{texts.noneUsable(lines)}</Notice>;
  if (linesRead === 0) return <Notice tone="warning">{texts.empty}</Notice>;
  if (problems === 0) return <Text size="sm">{texts.noProblems(lines)}</Text>;
  return <Notice tone="warning">{texts.problems(quantity(problems), lines)}</Notice>;
}

function Rehearsal({ ingest, events = 0 }: Extract<FeedResult, { ingest: unknown }>) {
  const { status, changedItems, newItems, rejectedLines } = ingest;
  if (status === "refused") return <Notice tone="error">{texts.rehearsal.refused(ingestWords(ingest))}</Notice>;
  const changes = changedItems + newItems > 0;
  return (
    <Notice tone={status === "held" ? "warning" : "info"}>
      <Text size="sm" fw={600}>
        {status === "held"
          ? texts.rehearsal.held
          : changes
            ? texts.rehearsal.changes(count(changedItems, "product"), count(newItems, "new"))
            : texts.rehearsal.nothing}
      </Text>
      {status === "held" && ingestWords(ingest)}
      {status === "applied" && changes && events > 0 && texts.rehearsal.events(count(events, "update"))}{" "}
      {rejectedLines > 0 && texts.rehearsal.leftOut(count(rejectedLines, "line"))}
    </Notice>
  );
}
