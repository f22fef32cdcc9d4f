"use client";

import type { EnableChannel } from "@highstreet/router/features/channels/channels.schema.ts";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { formErrors } from "../frame/field-errors.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useRefresh } from "./use-refresh.ts";

type Body = z.input<typeof EnableChannel>["body"];

/**
 * Enables a channel of the store, or changes its settings.
 * @param fields JSON Pointers of the form's fields
 */
export function useEnableChannel(fields: string[], done: () => void) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useShop();
  const enabling = useMutation(
    trpc.channels.enable.mutationOptions({
      onSuccess: async ({ channel, created }) => {
        await refresh();
        // With warnings, the card shows the state. A success message would contradict it.
        if (channel.warnings.length === 0)
          notifications.show({ message: `${channel.channel.label} ${created ? "set up" : "changed"}.` });
        done();
      },
    }),
  );
  return {
    enable: (body: Body) => enabling.mutate({ ...ids, body }),
    isPending: enabling.isPending,
    errors: formErrors(enabling.error, fields),
  };
}
