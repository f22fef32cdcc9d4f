"use client";

import type { ImportPlan, Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { Anchor, Button, FileButton, Group, List, Loader, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRef, useState } from "react";
import { notShownWords } from "../edits/product-words.ts";
import { useUndo } from "../edits/undo.tsx";
import { RejectedLines } from "../inventory/ingest-result.tsx";
import { readProblem } from "../inventory/send-feed.ts";
import action from "../parts/action.module.css";
import { BusyButton } from "../parts/form.tsx";
import { count, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconUpload } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { leadToSignIn } from "../parts/trpc.ts";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

export function ImportEdits() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={action.action}
        onClick={({ currentTarget }) => {
          // The sheet of a phone would cover the dialog.
          const sheet = currentTarget.closest<HTMLElement>(":popover-open");
          sheet?.hidePopover();
          setOpen(true);
        }}
      >
        <IconUpload size={18} aria-hidden="true" />
        {texts.import.button}
      </button>
      {isOpen && <ImportDialog close={() => setOpen(false)} />}
    </>
  );
}

function ImportDialog({ close }: { close: () => void }) {
  const { retailerId, base, may } = useShop();
  const store = useChosenStore();
  const { followEdit } = useUndo();
  const plan = useMutation({ mutationFn: (file: File) => planEdits({ retailerId, storeId: store?.id, file }) });
  const file = plan.variables;
  const reset = useRef<() => void>(null);
  const made = useMutation({
    mutationFn: importEdits,
    onSuccess: (operation) => {
      close();
      const done = (products: string) => `${texts.import.done}: ${products} ${texts.bulk.where(store?.name)}.`;
      void followEdit(operation, { running: texts.import.running, done, failed: texts.import.refused });
    },
  });
  const { data } = plan;
  const error = made.error ?? plan.error;
  return (
    <Modal opened onClose={close} title={texts.import.title} size="lg">
      <Stack gap="md">
        {!data && (
          <>
            <Text size="sm">{texts.import.help}</Text>
            <List size="sm">
              {texts.import.columns.map(([column, values]) => (
                <List.Item key={column}>
                  <b>{column}</b>: {values}
                </List.Item>
              ))}
            </List>
            <Hint>{texts.import.rest}</Hint>
          </>
        )}
        {plan.isPending && file && (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{texts.import.reading(file.name)}</Text>
          </Group>
        )}
        {error && file && (
          <Notice tone="error">
            {plan.error && (
              <Text size="sm" fw={600}>
                {texts.import.failed(file.name)}
              </Text>
            )}
            {error.message}
            {plan.error && may("products.putFeed") && (
              <Text size="sm">
                {texts.import.ownFile}{" "}
                <Anchor component={Link} href={`${base}/imports`} inherit underline="always">
                  {texts.import.toImports}
                </Anchor>
              </Text>
            )}
          </Notice>
        )}
        {data && <ImportPreview plan={data} where={texts.bulk.where(store?.name)} />}
        <Group gap="sm">
          {data && file && data.products > 0 && (
            <BusyButton
              isBusy={made.isPending}
              onClick={() => made.mutate({ retailerId, storeId: store?.id, file, selection: data.selection })}
            >
              {texts.import.apply(count(data.products, "product"))}
            </BusyButton>
          )}
          <FileButton
            resetRef={reset}
            onChange={(chosen) => {
              // Otherwise the browser ignores a corrected file with the same name.
              reset.current?.();
              made.reset();
              if (chosen) plan.mutate(chosen);
            }}
            inputProps={{ "aria-label": texts.import.label }}
          >
            {(props) => (
              <Button variant={data?.products ? "default" : "filled"} disabled={plan.isPending} {...props}>
                {data ? texts.import.again : texts.import.choose}
              </Button>
            )}
          </FileButton>
          <Button variant="subtle" color="gray" onClick={close}>
            {texts.import.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ImportPreviewProps {
  plan: ImportPlan;
  where: string;
}

function ImportPreview({ plan, where }: ImportPreviewProps) {
  const { products, fields, ownSettings, notShownIn, rejectedLines, rejections } = plan;
  const lines = count(plan.lines, "line");
  const named = Object.entries(texts.import.fields).filter(([field]) => fields[field]);
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>
        {products ? texts.import.plan(count(products, "product"), where, lines) : texts.import.nothing(lines)}
      </Text>
      {named.length > 0 && (
        <List size="sm">
          {named.map(([field, label]) => (
            <List.Item key={field}>
              {label}: {count(fields[field] ?? 0, "product")}
            </List.Item>
          ))}
        </List>
      )}
      {ownSettings.replaced > 0 && <Text size="sm">{texts.import.replaced(count(ownSettings.replaced, "store"))}</Text>}
      {ownSettings.kept > 0 && <Text size="sm">{texts.import.kept(count(ownSettings.kept, "store"))}</Text>}
      {notShownIn && <Text size="sm">{notShownWords(notShownIn)}</Text>}
      {rejectedLines > 0 && (
        <>
          <Text size="sm">
            {texts.import.rejected(count(rejectedLines, "line"))}{" "}
            {rejectedLines > rejections.length && texts.import.more(quantity(rejections.length))}
          </Text>
          <RejectedLines lines={rejections} />
        </>
      )}
    </Stack>
  );
}

interface SentEdits {
  retailerId: string;
  storeId: string | undefined;
  file: File;
}

async function send<T>({ retailerId, storeId, file }: SentEdits, selection?: string): Promise<T> {
  const asked = new URLSearchParams({ ...(storeId && { store: storeId }), ...(selection && { selection }) });
  const answer = await fetch(`/api/shops/${retailerId}/products/edits?${asked}`, {
    method: "PUT",
    body: file,
    headers: { "content-type": "application/octet-stream" },
  }).catch(() => {
    throw new Error(readProblem("").message);
  });
  if (answer.ok) return answer.json();
  const problem = readProblem(await answer.text());
  if (problem.code === "Unauthorized") leadToSignIn();
  throw new Error(problem.message);
}

/** @throws Error with a sentence for people */
const planEdits = (edits: SentEdits): Promise<ImportPlan> => send(edits);

const importEdits = (edits: SentEdits & { selection: string }): Promise<Operation> => send(edits, edits.selection);
