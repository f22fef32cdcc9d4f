"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { texts } from "./texts.ts";

/** Stores the columns for later files of a store, or forgets them. */
export function useRememberColumns() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { remembered, forgotten } = texts.columns;
  return useMutation(
    trpc.inventory.rememberColumns.mutationOptions({
      onSuccess: ({ parameters }) => showToast({ message: parameters.columns ? remembered : forgotten }),
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(trpc.inventory.getSource.pathFilter()),
    }),
  );
}
