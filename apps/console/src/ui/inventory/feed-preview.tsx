"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { BusyButton } from "../frame/busy-button.tsx";
import { count, fileSize, quantity } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useStore } from "../shell/store-context.tsx";
import { MapColumns } from "./map-columns.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { PreviewLines } from "./preview-lines.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import { texts } from "./texts.ts";
import { useRememberColumns } from "./use-remember-columns.ts";
import type { Choices, DecidedFile } from "./use-upload.ts";

interface FeedPreviewProps extends DecidedFile {
  choices: Choices;
  change: (changes: Partial<Choices>) => void;
  /** The store has remembered columns. */
  hasRemembered: boolean;
  mapColumns: (columns: FeedMapping) => void;
  apply: () => void;
  rehearse: () => void;
  cancel: () => void;
}

const words = texts.upload;

/** The recognised format in words: CSV divided by commas, UTF-8 · 0.4 MB */
function describe({ format, delimiter, encoding }: StockPreview, size: number): string {
  const name = texts.formats[format];
  const divided = delimiter === null ? name : texts.divided(name, texts.delimiters[delimiter] ?? delimiter);
  return `${divided}${encoding === null ? "" : `, ${encoding.toUpperCase()}`} · ${fileSize(size)}`;
}

/** The preview of a file before anything changes, and its actions. */
export function FeedPreview(props: FeedPreviewProps) {
  const { file, preview, columns, isLooking, rehearsed, choices, change, hasRemembered, mapColumns } = props;
  const { apply, rehearse, cancel } = props;
  const { mode, remember } = choices;
  const forget = useRememberColumns();
  const { ids } = useStore();
  const isBusy = isLooking || forget.isPending;
  const isUsable = !preview.isRefused;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{file.name}</Text>
        <Text size="sm" c="dimmed">
          {describe(preview, file.size)}
        </Text>
      </div>
      <MapColumns
        preview={preview}
        columns={columns}
        isLooking={isLooking}
        choose={mapColumns}
        remember={remember}
        setRemember={(chosen) => change({ remember: chosen })}
      />
      {hasRemembered && (
        <Group>
          <BusyButton
            variant="subtle"
            color="gray"
            size="compact-sm"
            isBusy={forget.isPending}
            onClick={() => forget.mutate({ ...ids, columns: {} }, { onSuccess: () => mapColumns(columns) })}
          >
            {texts.columns.forget}
          </BusyButton>
        </Group>
      )}
      {isUsable && (
        <>
          <DecimalSigns preview={preview} look={() => mapColumns(columns)} />
          <Summary preview={preview} />
          <PreviewLines preview={preview} />
          <ModeChoice mode={mode} setMode={(chosen) => change({ mode: chosen })} />
          {!isLooking && rehearsed?.mode === mode && <Rehearsal {...rehearsed.result} />}
        </>
      )}
      <Group gap="sm">
        {isUsable && (
          <>
            <BusyButton isBusy={isBusy} onClick={apply}>
              {words.apply}
            </BusyButton>
            <BusyButton variant="default" isBusy={isBusy} onClick={rehearse}>
              {words.rehearse}
            </BusyButton>
          </>
        )}
        <Button variant={isUsable ? "subtle" : "default"} color={isUsable ? "gray" : undefined} onClick={cancel}>
          {isUsable ? words.cancel : words.chooseOther}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks for the decimal sign of the store's files, if the numbers of this file do not show it. */
function DecimalSigns({ preview, look }: { preview: StockPreview; look: () => void }) {
  const remember = useRememberColumns();
  const { ids } = useStore();
  const unclear = preview.lines.find(({ problem }) => problem?.code === "ambiguous_number");
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
              onClick={() => remember.mutate({ ...ids, decimalSign }, { onSuccess: look })}
            >
              {texts.decimalSign[decimalSign]}
            </BusyButton>
          ))}
        </Group>
      </Stack>
    </Notice>
  );
}

function Summary({ preview: { linesRead, problems } }: { preview: StockPreview }) {
  const lines = count(linesRead, "line");
  if (linesRead === 0) return <Notice tone="warning">{texts.empty}</Notice>;
  if (problems === 0) return <Text size="sm">{texts.noProblems(lines)}</Text>;
  return <Notice tone="warning">{texts.problems(quantity(problems), lines)}</Notice>;
}
