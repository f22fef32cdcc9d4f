"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRefresh } from "../channels/use-refresh.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { WriteButton } from "../webhooks/write-button.tsx";
import { texts } from "./texts.ts";

/**
 * Cancels the upcoming budget change; nothing without one.
 * @param cancelled called after the cancellation, because this button disappears
 */
export function CancelChange({ cancelled }: { cancelled: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  const { data: overview } = useQuery(trpc.localAds.overview.queryOptions(ids));
  const isEnd = overview?.upcoming?.dailyBudget === 0;
  const cancelling = useMutation(
    trpc.localAds.cancelChange.mutationOptions({
      onSuccess: async () => {
        await refresh();
        showToast({ message: isEnd ? texts.cancel.adsKept : texts.cancel.done });
        cancelled();
      },
      onError: ({ message }) => showToast({ isError: true, title: texts.cancel.failed, message }),
    }),
  );
  if (!overview?.canCancel) return null;
  return (
    <WriteButton variant="default" isBusy={cancelling.isPending} onClick={() => cancelling.mutate(ids)}>
      {isEnd ? texts.cancel.keepAds : texts.cancel.change}
    </WriteButton>
  );
}
