"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { openDialog } from "../frame/dialogs.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.disconnect;

/** Disconnects the store's source after a confirmation. */
export function DisconnectSource() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store } = useStore();
  const disconnecting = useMutation(
    trpc.inventory.disconnect.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.inventory.pathFilter());
        showToast({ message: words.done });
      },
      onError: ({ message }) => showToast({ isError: true, title: words.failed, message }),
    }),
  );
  const ask = () =>
    openDialog({
      title: words.title(store.name),
      content: words.text,
      question: {
        confirm: words.button,
        cancel: words.stay,
        isRemoval: true,
        onConfirm: () => disconnecting.mutate(ids),
      },
    });
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      isBusy={disconnecting.isPending}
      onClick={ask}
    >
      {words.button}
    </BusyButton>
  );
}
