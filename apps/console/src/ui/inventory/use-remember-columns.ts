"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { texts } from "./texts.ts";

/** Stores the columns or the decimal sign for later files of a store, or forgets the columns. */
export function useRememberColumns() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { remembered, forgotten } = texts.columns;
  const messageOf = ({ columns, decimalSign }: { columns?: object; decimalSign?: string }) =>
    decimalSign ? texts.decimalSign.remembered : columns && Object.keys(columns).length > 0 ? remembered : forgotten;
  return useMutation(
    trpc.inventory.rememberColumns.mutationOptions({
      onSuccess: (_, given) => showToast({ message: messageOf(given) }),
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(trpc.inventory.getSource.pathFilter()),
    }),
  );
}
