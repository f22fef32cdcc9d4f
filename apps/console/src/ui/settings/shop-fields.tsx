"use client";

import type { RetailerWithStores } from "@highstreet/router/features/retailers/retailers.schema.ts";
import { Stack, TextInput } from "@mantine/core";
import { BusyButton } from "../frame/busy-button.tsx";
import { formErrors } from "../frame/field-errors.ts";
import { Notice } from "../frame/notice.tsx";
import type { CallError } from "../frame/trpc.ts";
import { texts } from "./texts.ts";

const fields = ["name", "contactName", "contactEmail", "contactPhone"] as const;

type ShopBody = Pick<RetailerWithStores, (typeof fields)[number]>;

interface ShopFieldsProps {
  /** The shop to edit; missing: a new shop. */
  shop?: ShopBody;
  mayEdit: boolean;
  save: (body: ShopBody) => void;
  isPending: boolean;
  error: CallError | null;
  /** The text of the button. */
  submit: string;
  /** Another button of the page is the main one. */
  isSecondary?: boolean;
}

/** The form with the name and the contact of a shop. */
export function ShopFields({ shop, mayEdit, save, isPending, error, submit, isSecondary }: ShopFieldsProps) {
  const errors = formErrors(
    error,
    fields.map((field) => `/${field}`),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
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
        {mayEdit && (
          <div>
            <BusyButton type="submit" variant={isSecondary ? "default" : "filled"} isBusy={isPending}>
              {submit}
            </BusyButton>
          </div>
        )}
      </Stack>
    </form>
  );
}
