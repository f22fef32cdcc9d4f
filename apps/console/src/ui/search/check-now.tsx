"use client";

import { useMutation } from "@tanstack/react-query";
import { useRefresh } from "../channels/use-refresh.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { WriteButton } from "../webhooks/write-button.tsx";
import { texts } from "./texts.ts";

/** Checks the channel at the search engine at once. */
export function CheckNow() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  const checking = useMutation(
    trpc.channels.check.mutationOptions({
      onSuccess: refresh,
      onError: ({ message }) => showToast({ isError: true, title: texts.check.failed, message }),
    }),
  );
  return (
    <WriteButton variant="default" isBusy={checking.isPending} onClick={() => checking.mutate(ids)}>
      {texts.check.button}
    </WriteButton>
  );
}
