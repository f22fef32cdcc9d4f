"use client";

import type { Ingest } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { Anchor, Button, Group, Loader, Progress, Stack, Text, Title, Tooltip } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import type { FeedResult } from "../../server/feeds/feed-calls.ts";
import { count, fileSize } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconDownload, IconFileUpload } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import panel from "../parts/panel.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { ingestWords, rejectionWords } from "../server-words/server-words.ts";
import { useShop, useStore } from "../shell/shop-context.tsx";
import { FeedPreview } from "./feed-preview.tsx";
import { IngestCounts, ProductRejections, Rejections } from "./ingest-result.tsx";
import type { SendProgress } from "./send-feed.ts";
import { templates, texts } from "./texts.ts";
import { UndoFile } from "./undo-file.tsx";
import classes from "./upload.module.css";
import { type Mapping, ProductFiles, useFiles } from "./use-files.ts";
import { type Mode, useUpload } from "./use-upload.ts";

const words = texts.upload;

/** @param remembered the columns that are remembered for the files */
export function Upload({ usualMode, remembered }: { usualMode: Mode; remembered: Mapping | undefined }) {
  const upload = useUpload(usualMode, remembered);
  const { step } = upload;
  const { words } = useFiles();
  const heading = useId();
  const top = useRef<HTMLElement>(null);
  const isOfStores = step.name === "decide" && step.rehearsed !== undefined && "file" in step.rehearsed.result;
  const view = isOfStores ? "stores" : step.name;
  // The element with the focus disappeared with the view before.
  useEffect(() => {
    if (view !== "choose" && view !== "send") top.current?.focus();
  }, [view]);
  return (
    <section ref={top} tabIndex={-1} className={`${panel.panel} ${classes.upload}`} aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {words.title}
      </Title>
      {upload.cutOff && <Notice tone="warning">{words.cutOff(upload.cutOff)}</Notice>}
      {step.name === "choose" && <DropFile choose={upload.choose} />}
      {step.name === "look" && (
        <Group justify="space-between">
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{words.reading(step.file.name)}</Text>
          </Group>
          <Button variant="default" size="xs" onClick={upload.cancel}>
            {words.cancel}
          </Button>
        </Group>
      )}
      {step.name === "decide" && (
        <FeedPreview
          {...step}
          choices={upload.choices}
          change={upload.change}
          hasRemembered={remembered !== undefined}
          mapColumns={upload.mapColumns}
          apply={upload.apply}
          rehearse={upload.rehearse}
          reconsider={upload.reconsider}
          cancel={upload.cancel}
        />
      )}
      {step.name === "send" && <Sending {...step} file={step.decided.file} cancel={upload.cancel} />}
      {step.name === "done" && <UploadResult {...step} again={upload.cancel} />}
      {step.name === "failed" && (
        <Stack gap="sm">
          <Notice tone="error">
            <Text size="sm" fw={600}>
              {words.failed(step.file.name)}
            </Text>
            {step.problem.message}
          </Notice>
          <Group gap="sm">
            {step.retry && <Button onClick={step.retry}>{texts.tryAgain}</Button>}
            <Button variant="default" onClick={upload.cancel}>
              {words.chooseOther}
            </Button>
          </Group>
        </Stack>
      )}
    </section>
  );
}

function DropFile({ choose }: { choose: (file: File) => void }) {
  const { words, mayUpload: mayWrite, whyNot, isProducts, store } = useFiles();
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      className={classes.drop}
      openRef={open}
      multiple={false}
      disabled={!mayWrite}
      activateOnClick={false}
      activateOnKeyboard={false}
      inputProps={{ "aria-label": words.label }}
      onDrop={() => undefined}
      onDropAny={([file], others) => {
        // Otherwise only the first of several files would count.
        if (others.length > 0) showToast({ isError: true, message: words.oneFile });
        else if (file) choose(file);
      }}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <Text fw={600}>{words.drop}</Text>
      <Hint maw={460}>{words.text}</Hint>
      <TemplateLink {...templates[isProducts ? "products" : store ? "stock" : "allStores"]}>
        {texts.template}
      </TemplateLink>
      <br />
      <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
        <Button variant="default" disabled={!mayWrite} onClick={() => open.current?.()} className={classes.choose}>
          {words.choose}
        </Button>
      </Tooltip>
    </Dropzone>
  );
}

interface SendingProps {
  file: File;
  isRehearsal: boolean;
  progress: SendProgress;
  cancel: () => void;
}

function Sending({ file, isRehearsal, progress, cancel }: SendingProps) {
  const isSending = "sent" in progress && progress.sent < progress.size;
  const percent = "sent" in progress ? Math.round((100 * progress.sent) / Math.max(1, progress.size)) : 100;
  const progressText = isSending
    ? words.sent(fileSize(progress.sent), fileSize(progress.size))
    : "lines" in progress
      ? words.read(count(progress.lines, "line"))
      : words.allSent;
  return (
    <Stack gap="xs">
      <Text fw={600}>{isRehearsal ? words.trying(file.name) : words.applying(file.name)}</Text>
      <Progress.Root size="lg">
        <Progress.Section value={percent} animated={!isSending} striped={!isSending} aria-label={words.progress} />
      </Progress.Root>
      <Group justify="space-between">
        <Hint>{progressText}</Hint>
        <Button variant="default" size="xs" onClick={cancel} autoFocus>
          {words.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

function ResultOfIngest({ file, result }: { file: File; result: Ingest }) {
  const { store } = useFiles();
  return store ? <ResultOfStore file={file} result={result} /> : <ResultOfProducts file={file} result={result} />;
}

function ResultOfProducts({ file, result }: { file: File; result: Ingest }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const ids = { retailerId, ingestId: result.id };
  const { data: ingest } = useQuery(trpc.products.getIngest.queryOptions(ids, { initialData: result }));
  return (
    <>
      <Outcome file={file} ingest={ingest} />
      <IngestCounts ingest={ingest} />
      {ingest.rejectedLines > 0 && <ProductRejections ingest={ingest} />}
      <UndoFile ingest={ingest} storeId={null} />
    </>
  );
}

function UploadResult({ file, result, again }: { file: File; result: FeedResult; again: () => void }) {
  return (
    <Stack gap="md">
      {"ingest" in result ? (
        <ResultOfIngest file={file} result={result.ingest} />
      ) : (
        <Text fw={600} role="status">
          {texts.allStores.done(file.name)}
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={again}>
          {words.another}
        </Button>
      </Group>
    </Stack>
  );
}

function ResultOfStore({ file, result }: { file: File; result: Ingest }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  // A held file can be accepted in the meantime.
  const { data: ingest } = useQuery(
    trpc.inventory.getIngest.queryOptions({ ...ids, ingestId: result.id }, { initialData: result }),
  );
  return (
    <>
      <Outcome file={file} ingest={ingest} />
      <IngestCounts ingest={ingest} />
      <DroppedValues values={ingest.droppedValues} />
      {ingest.rejectedLines > 0 && <Rejections ingest={ingest} />}
      <UndoFile ingest={ingest} storeId={ids.storeId} />
    </>
  );
}

function Outcome({ file, ingest }: { file: File; ingest: Ingest }) {
  return (
    <div role="status">
      {ingest.status === "applied" && <Text fw={600}>{words.applied(file.name)}</Text>}
      {ingest.status === "unchanged" && <Text fw={600}>{words.unchanged(file.name)}</Text>}
      {ingest.status === "held" && <Notice tone="warning">{words.held(file.name)}</Notice>}
      {ingest.status === "refused" && <Notice tone="error">{words.refused(file.name, ingestWords(ingest))}</Notice>}
    </div>
  );
}

const MAX_VALUE = 80;

const shortened = (value: string): string => (value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value);

/** The wrong product data of a file, by reason. Its lines count. */
function DroppedValues({ values }: { values: Ingest["droppedValues"] }) {
  if (values.length === 0) return null;
  return (
    <Notice tone="info">
      {texts.dropped.title}
      <ul className={classes.dropped}>
        {values.map(({ field, code, message, lines, line, value }) => (
          <li key={`${field} ${code}`}>
            {lines > 1
              ? texts.dropped.lines(line, count(lines - 1, "otherLine"), rejectionWords({ code, message }))
              : texts.dropped.line(line, rejectionWords({ code, message }))}{" "}
            {value && `“${shortened(value)}”`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Names and pictures, with the same steps as stock. */
export function ProductUpload() {
  const { may } = useShop();
  if (!may("products.putFeed")) return null;
  return (
    <ProductFiles value={true}>
      <Upload usualMode="update" remembered={undefined} />
    </ProductFiles>
  );
}

interface TemplateLinkProps {
  file: string;
  lines: readonly string[];
  children: string;
}

function TemplateLink({ file, lines, children }: TemplateLinkProps) {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`${lines.join("\r\n")}\r\n`)}`;
  return (
    <Anchor href={href} download={file} size="sm" className={classes.template}>
      <IconDownload size={16} aria-hidden="true" /> {children}
    </Anchor>
  );
}
