"use client";

import type { RetailerWithStores } from "@highstreet/router/features/retailers/retailers.schema.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { ShopFields } from "./shop-fields.tsx";
import { texts } from "./texts.ts";

/**
 * The name and the contact of the shop.
 * @param isSecondary another button of the page is the main one
 */
export function ShopForm({ shop, isSecondary }: { shop: RetailerWithStores; isSecondary?: boolean }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId, may } = useShop();
  const saving = useMutation(
    trpc.retailers.update.mutationOptions({
      onSuccess: async () => {
        showToast({ message: texts.saved });
        // The frame has the shop's name from the server.
        router.refresh();
        await Promise.all([trpc.retailers, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
      },
    }),
  );
  return (
    <ShopFields
      shop={shop}
      mayEdit={may("retailers.update")}
      save={(body) => saving.mutate({ retailerId, body })}
      isPending={saving.isPending}
      error={saving.error}
      submit={texts.save}
      isSecondary={isSecondary}
    />
  );
}
