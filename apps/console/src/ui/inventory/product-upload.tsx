"use client";

import { Button, FileButton, Group, Loader, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { RejectedLines } from "./rejected-lines.tsx";
import { sendProducts } from "./send-products.ts";
import { TemplateLink } from "./template-link.tsx";
import { texts } from "./texts.ts";

const words = texts.products;
const template = ["barcode,title,brand,description,image,category", "5012345678900,Brass lamp,Lumen,,,Home > Lighting"];

/** The upload of product names and pictures for all stores of the shop. */
export function ProductUpload() {
  const { ids, may } = useStore();
  const queries = useQueryClient();
  const trpc = useTRPC();
  const sending = useMutation({
    mutationFn: (file: File) => sendProducts(ids.retailerId, file),
    onSettled: () => queries.invalidateQueries(trpc.inventory.pathFilter()),
  });
  const file = sending.variables;
  const reset = useRef<() => void>(null);
  if (!may("products.putFeed")) return null;
  return (
    <Panel title={words.title} text={words.text}>
      <Stack gap="sm">
        {sending.isPending && file && (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{words.sending(file.name)}</Text>
          </Group>
        )}
        {sending.isError && file && (
          <Notice tone="error">
            <Text size="sm" fw={600}>
              {words.failed(file.name)}
            </Text>
            {sending.error.message}
          </Notice>
        )}
        {sending.data && (
          <div role="status">
            <Text fw={600}>
              {words.done(count(sending.data.newItems, "product"), count(sending.data.changedItems, "product"))}{" "}
              {sending.data.rejectedLines > 0 && words.skipped(count(sending.data.rejectedLines, "line"))}
            </Text>
          </div>
        )}
        {sending.data && sending.data.rejectedLines > 0 && <SkippedLines ingestId={sending.data.id} />}
        <Group gap="md">
          <FileButton
            resetRef={reset}
            onChange={(chosen) => {
              // Otherwise the browser ignores a corrected file with the same name.
              reset.current?.();
              if (chosen) sending.mutate(chosen);
            }}
            inputProps={{ "aria-label": words.label }}
          >
            {(props) => (
              <Button variant="default" disabled={sending.isPending} {...props}>
                {sending.data ? words.again : words.choose}
              </Button>
            )}
          </FileButton>
          <TemplateLink file="product-template.csv" lines={template}>
            {words.template}
          </TemplateLink>
        </Group>
      </Stack>
    </Panel>
  );
}

/** The first rejected lines of product data. */
function SkippedLines({ ingestId }: { ingestId: string }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  const input = { retailerId: ids.retailerId, ingestId, page: { size: 20 } };
  const lines = useQuery(trpc.products.listRejections.queryOptions(input));
  return lines.data ? <RejectedLines lines={lines.data.data} /> : null;
}
