"use client";

import type { ConnectSource } from "@highstreet/router/features/sources/connect-source.schema.ts";
import type { ConnectedSource } from "@highstreet/router/features/sources/source.schema.ts";
import { sendsFiles } from "@highstreet/router/features/sources/source-facts.schema.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { CopyBlock, CopyText } from "../parts/copy.tsx";
import { openDialog } from "../parts/dialogs.tsx";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { nameWords } from "../server-words/server-words.ts";
import { texts } from "./texts.ts";
import { useFiles } from "./use-files.ts";

/**
 * Connects or replaces the source and its upload key.
 * @param showsKey shows the new key once. The first set-up does not: a person who uploads a file needs none
 */
export function useConnect(showsKey: boolean, done?: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId, store, apiUrl } = useFiles();
  const onSuccess = async ({ provider, nextSteps }: Pick<ConnectedSource, "provider" | "nextSteps">) => {
    await Promise.all([trpc.inventory, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
    done?.();
    if (provider && (!showsKey || !sendsFiles(provider.id))) {
      showToast({ message: texts.source.isSetUp(nameWords(provider.label)) });
      return;
    }
    const url = new URL(nextSteps.uploadUrl, apiUrl).href;
    const scope = store ? texts.key.scope : texts.allStores.keyScope;
    openDialog(texts.key.made, <UploadKey uploadKey={nextSteps.uploadKey} url={url} scope={scope} />);
  };
  const ofStore = useMutation(trpc.inventory.connect.mutationOptions({ onSuccess }));
  const ofAll = useMutation(trpc.inventory.connectFiles.mutationOptions({ onSuccess }));
  const { isPending, error } = store ? ofStore : ofAll;
  const connect = (body: z.input<typeof ConnectSource>["body"]) =>
    store ? ofStore.mutate({ retailerId, storeId: store.id, body }) : ofAll.mutate({ retailerId, body });
  return { connect, isPending, error };
}

function UploadKey({ uploadKey, url, scope }: { uploadKey: string; url: string; scope: string }) {
  const line = `curl -T stock.csv -H 'Authorization: Bearer ${uploadKey}' ${url}`;
  return (
    <Stack gap="md">
      <Notice tone="warning">{texts.key.once}</Notice>
      <div>
        <Text size="sm" mb={4}>
          {texts.key.line}
        </Text>
        <CopyBlock text={line} label={texts.key.copyLine} />
      </div>
      <div>
        <Text size="sm" mb={4}>
          {texts.key.alone}
        </Text>
        <CopyText text={uploadKey} what={texts.key.name} />
      </div>
      <Hint>
        {scope} {texts.key.sftp}
      </Hint>
      <Group>
        <Button onClick={modals.closeAll} data-autofocus>
          {texts.key.copied}
        </Button>
      </Group>
    </Stack>
  );
}
