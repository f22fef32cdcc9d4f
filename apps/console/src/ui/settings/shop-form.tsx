"use client";

import type { RetailerWithStores } from "@highstreet/router/features/retailers/retailers.schema.ts";
import { Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { formErrors } from "../parts/field-errors.ts";
import { FormButtons } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { type CallError, useTRPC } from "../parts/trpc.ts";
import { DraftForm } from "../shell/draft-form.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

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
      saved={saving.data}
      error={saving.error}
      isSecondary={isSecondary}
    />
  );
}

const fields = ["name", "contactName", "contactEmail", "contactPhone"] as const;

type ShopBody = Pick<RetailerWithStores, (typeof fields)[number]>;

interface ShopFieldsProps {
  shop?: ShopBody;
  mayEdit: boolean;
  save: (body: ShopBody) => void;
  isPending: boolean;
  saved?: unknown;
  error: CallError | null;
  submit?: string;
  /** Another button of the page is the main one. */
  isSecondary?: boolean;
}

export function ShopFields({ shop, mayEdit, save, isPending, saved, error, submit, isSecondary }: ShopFieldsProps) {
  const errors = formErrors(
    error,
    fields.map((field) => `/${field}`),
  );
  return (
    <DraftForm
      draft="shop"
      saved={saved}
      submit={(given) => {
        const textOf = (field: string) => String(given.get(field)).trim();
        const [contactName = null, contactEmail = null, contactPhone = null] = fields
          .slice(1)
          .map((field) => textOf(field) || null);
        save({ name: textOf("name"), contactName, contactEmail, contactPhone });
      }}
    >
      <Stack maw={420}>
        {fields.map((field) => (
          <TextInput
            key={field}
            name={field}
            label={texts[field]}
            defaultValue={shop?.[field] ?? ""}
            required={field === "name"}
            readOnly={!mayEdit}
            error={errors.at(`/${field}`)}
          />
        ))}
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        {mayEdit && <FormButtons submit={submit} variant={isSecondary ? "default" : "filled"} isBusy={isPending} />}
      </Stack>
    </DraftForm>
  );
}
