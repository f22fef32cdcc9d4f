"use client";

import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { texts } from "./texts.ts";

/** Stores the columns for later files of a store, or forgets them. */
export function useRememberColumns() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { remembered, forgotten } = texts.columns;
  return useMutation(
    trpc.inventory.rememberColumns.mutationOptions({
      onSuccess: ({ parameters }) => notifications.show({ message: parameters.columns ? remembered : forgotten }),
      onError: ({ message }) => notifications.show({ color: "red", message }),
      onSettled: () => queries.invalidateQueries(trpc.inventory.getSource.pathFilter()),
    }),
  );
}
