"use client";

import { sendsFiles } from "@highstreet/router/features/inventory/sends-files.schema.ts";
import type { ConnectSource } from "@highstreet/router/features/inventory/source.schema.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { openDialog } from "../frame/dialogs.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";
import { UploadKey } from "./upload-key.tsx";

/** Connects or replaces the store's source and its upload key. Shows the new key once. */
export function useConnect(done?: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, apiUrl } = useStore();
  const connecting = useMutation(
    trpc.inventory.connect.mutationOptions({
      onSuccess: async ({ provider, nextSteps }) => {
        await Promise.all([trpc.inventory, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
        done?.();
        if (provider && !sendsFiles(provider.id)) {
          showToast({ message: texts.source.isSetUp(provider.label) });
          return;
        }
        openDialog({
          title: texts.key.made,
          content: <UploadKey uploadKey={nextSteps.uploadKey} url={new URL(nextSteps.uploadUrl, apiUrl).href} />,
        });
      },
    }),
  );
  return {
    connect: (body: z.input<typeof ConnectSource>["body"]) => connecting.mutate({ ...ids, body }),
    isPending: connecting.isPending,
    error: connecting.error,
  };
}
