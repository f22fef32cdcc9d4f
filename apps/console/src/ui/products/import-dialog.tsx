"use client";

import { Button, FileButton, Group, List, Loader, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useUndo } from "../frame/use-undo.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { importEdits, planEdits } from "./send-edits.ts";
import { texts } from "./texts.ts";

const words = texts.import;

/** Reads a file of edits, shows what it changes, and makes the edits. */
export function ImportDialog({ close }: { close: () => void }) {
  const { retailerId } = useShop();
  const store = useChosenStore();
  const { followEdit } = useUndo();
  const plan = useMutation({ mutationFn: (file: File) => planEdits({ retailerId, storeId: store?.id, file }) });
  const file = plan.variables;
  const reset = useRef<() => void>(null);
  const made = useMutation({
    mutationFn: importEdits,
    onSuccess: (operation) => {
      close();
      const done = (products: string) => `${words.done}: ${products} ${texts.bulk.where(store?.name)}.`;
      void followEdit(operation, { running: words.running, done, failed: words.refused });
    },
  });
  const { data } = plan;
  const error = made.error ?? plan.error;
  return (
    <Modal opened onClose={close} title={words.title} size="lg">
      <Stack gap="md">
        {!data && (
          <>
            <Text size="sm">{words.help}</Text>
            <List size="sm">
              {words.columns.map(([column, values]) => (
                <List.Item key={column}>
                  <b>{column}</b>: {values}
                </List.Item>
              ))}
            </List>
            <Text size="sm" c="dimmed">
              {words.rest}
            </Text>
          </>
        )}
        {plan.isPending && file && (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{words.reading(file.name)}</Text>
          </Group>
        )}
        {error && file && (
          <Notice tone="error">
            {plan.error && (
              <Text size="sm" fw={600}>
                {words.failed(file.name)}
              </Text>
            )}
            {error.message}
          </Notice>
        )}
        {data && <ImportPreview plan={data} where={texts.bulk.where(store?.name)} />}
        <Group justify="space-between">
          <FileButton
            resetRef={reset}
            onChange={(chosen) => {
              // Otherwise the browser ignores a corrected file with the same name.
              reset.current?.();
              made.reset();
              if (chosen) plan.mutate(chosen);
            }}
            inputProps={{ "aria-label": words.label }}
          >
            {(props) => (
              <Button variant={data?.products ? "default" : "filled"} disabled={plan.isPending} {...props}>
                {data ? words.again : words.choose}
              </Button>
            )}
          </FileButton>
          <Group gap="sm">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            {data && file && data.products > 0 && (
              <BusyButton
                isBusy={made.isPending}
                onClick={() => made.mutate({ retailerId, storeId: store?.id, file, selection: data.selection })}
              >
                {words.apply(count(data.products, "product"))}
              </BusyButton>
            )}
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
