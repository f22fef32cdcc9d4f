"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { useMutation } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { openDialog } from "../frame/dialogs.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";
import { useRefresh } from "./use-refresh.ts";

const words = texts.remove;

/**
 * Turns a channel off after a confirmation.
 * @param removed called after that, because this button disappears
 */
export function RemoveChannel({ record, removed }: { record: ChannelRecord; removed: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids, store } = useStore();
  const { label } = record.channel;
  const removing = useMutation(
    trpc.channels.remove.mutationOptions({
      onSuccess: async (left) => {
        await refresh();
        showToast({ message: left ? words.endsLater(label) : words.done(label) });
        if (!left) removed();
      },
      onError: ({ message }) => showToast({ isError: true, title: words.failed(label), message }),
    }),
  );
  const ask = () =>
    openDialog({
      title: words.title(label, store.name),
      content: words.consequences[record.id],
      question: {
        confirm: words.button,
        cancel: words.keep,
        isRemoval: true,
        onConfirm: () => removing.mutate({ ...ids, type: record.id }),
      },
    });
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      isBusy={removing.isPending}
      onClick={ask}
      aria-label={words.buttonOf(label)}
    >
      {words.button}
    </BusyButton>
  );
}
