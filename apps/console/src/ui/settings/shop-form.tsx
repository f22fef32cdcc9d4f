"use client";

import type { RetailerWithStores } from "@highstreet/router/features/retailers/retailers.schema.ts";
import { Button, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { formErrors } from "../frame/field-errors.ts";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const fields = ["name", "contactName", "contactEmail", "contactPhone"] as const;

/** The name and the contact of the shop. */
export function ShopForm({ shop }: { shop: RetailerWithStores }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId, may } = useShop();
  const mayEdit = may("retailers.update");
  const saving = useMutation(
    trpc.retailers.update.mutationOptions({
      onSuccess: async () => {
        notifications.show({ message: texts.saved });
        // The frame has the shop's name from the server.
        router.refresh();
        await queries.invalidateQueries(trpc.retailers.pathFilter());
      },
    }),
  );
  const errors = formErrors(
    saving.error,
    fields.map((field) => `/${field}`),
  );
  return (
    <Panel title={texts.shop}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          const textOf = (field: string) => String(given.get(field)).trim();
          const [contactName, contactEmail, contactPhone] = fields.slice(1).map((field) => textOf(field) || null);
          saving.mutate({ retailerId, body: { name: textOf("name"), contactName, contactEmail, contactPhone } });
        }}
      >
        <Stack maw={420}>
          {fields.map((field) => (
            <TextInput
              key={field}
              name={field}
              label={texts[field]}
              defaultValue={shop[field] ?? ""}
              required={field === "name"}
              readOnly={!mayEdit}
              error={errors.at(`/${field}`)}
            />
          ))}
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          {mayEdit && (
            <div>
              <Button type="submit" loading={saving.isPending}>
                {texts.save}
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
