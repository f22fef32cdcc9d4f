"use client";

import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

/**
 * Edits a product. Edits of one product run in the order of the clicks. A failed edit is reported with the product's name.
 * @param isSilentOn errors that the caller shows itself
 */
export function useEditProduct(
  { barcode, name }: { barcode: string; name: string },
  isSilentOn: (code: string | undefined) => boolean = () => false,
) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const mutation = useMutation(
    trpc.customizations.edit.mutationOptions({
      scope: { id: `product ${retailerId} ${barcode}` },
      onError: (error) => {
        if (isSilentOn(error.data?.domain?.code)) return;
        notifications.show({ color: "red", title: texts.edit.failed(name), message: error.message });
      },
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries(trpc.inventory.pathFilter()),
          queries.invalidateQueries(trpc.customizations.pathFilter()),
          queries.invalidateQueries(trpc.history.pathFilter()),
        ]),
    }),
  );
  return {
    ...mutation,
    edit: (body: Parameters<typeof mutation.mutate>[0]["body"], storeId?: string, ifVersion?: number) =>
      mutation.mutateAsync({ retailerId, storeId, barcode, ifVersion, body }),
  };
}
