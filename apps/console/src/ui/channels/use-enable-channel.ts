"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import type { EnableChannel } from "@highstreet/router/features/channels/channels.schema.ts";
import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { formErrors } from "../frame/field-errors.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";
import { useRefresh } from "./use-refresh.ts";

type Body = z.input<typeof EnableChannel>["body"];
type Parameters = Record<string, unknown>;

/**
 * Enables a channel of the store, or changes its settings.
 * @param fields JSON Pointers of the form's fields
 */
export function useEnableChannel(fields: string[], done: () => void) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  async function onSaved(channel: ChannelRecord, words: (channel: string) => string): Promise<void> {
    await refresh();
    // With warnings, the card shows the state. A success message would contradict it.
    if (channel.warnings.length === 0) showToast({ message: words(channel.channel.label) });
    done();
  }
  const enabling = useMutation(
    trpc.channels.enable.mutationOptions({
      onSuccess: ({ channel, created }) => onSaved(channel, created ? texts.isSetUp : texts.isChanged),
    }),
  );
  const changing = useMutation(
    trpc.channels.update.mutationOptions({ onSuccess: (channel) => onSaved(channel, texts.isChanged) }),
  );
  return {
    enable: (body: Body) => enabling.mutate({ ...ids, body }),
    /** Changes some parameters and keeps the others. */
    change: (type: ChannelRecord["id"], parameters: Parameters) =>
      changing.mutate({ ...ids, type, body: { parameters } }),
    isPending: enabling.isPending || changing.isPending,
    errors: formErrors(changing.error ?? enabling.error, fields),
  };
}
