"use client";

import { areaTypes, countries } from "@highstreet/router/core/stores/countries.schema.ts";
import type { Store } from "@highstreet/router/core/stores/stores.schema.ts";
import { Fieldset, NativeSelect, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { formErrors } from "../frame/field-errors.ts";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import { texts as shared } from "../frame/texts.ts";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const names = new Intl.DisplayNames(shared.locale, { type: "region" });
const countryChoices = countries
  .map((code) => ({ value: code, label: names.of(code) ?? code }))
  .toSorted((a, b) => a.label.localeCompare(b.label));
const areaChoices = areaTypes.map((area) => ({ value: area, label: texts.areas[area] }));

const fields = ["name", "address", "postcode", "city", "country", "phone", "timezone", "areaType"] as const;

interface StoreFormProps {
  /** The store to edit; undefined: a new store. */
  store: Store | undefined;
  /** Follows a change. */
  done?: () => void;
  /** Closes the form without a change; missing: the form stays. */
  cancel?: () => void;
  /** Another button of the page is the main one. */
  isSecondary?: boolean;
}

/** The fields of a store. */
export function StoreForm({ store, done, cancel, isSecondary }: StoreFormProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId, may } = useShop();
  const mayEdit = may(store ? "stores.update" : "stores.create");
  const onSuccess = async ({ name }: { name: string }) => {
    await Promise.all([trpc.stores, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
    // The frame of the page has the names of the stores.
    router.refresh();
    showToast({ message: store ? texts.saved(name) : texts.added(name) });
    done?.();
  };
  const adding = useMutation(trpc.stores.create.mutationOptions({ onSuccess }));
  const changing = useMutation(trpc.stores.update.mutationOptions({ onSuccess }));
  const { error, isPending } = store ? changing : adding;
  const errors = formErrors(
    error,
    fields.map((name) => `/${name}`),
  );
  const save = (form: FormData) => {
    const text = (name: (typeof fields)[number]) => String(form.get(name) ?? "").trim();
    const optional = {
      phone: text("phone") || null,
      timezone: text("timezone") || null,
      areaType: areaTypes.find((area) => area === text("areaType")) ?? null,
    };
    const [name, address, postcode, city, country] = fields.slice(0, 5).map(text) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const body = { name, address, postcode, city, country, ...optional };
    if (store) changing.mutate({ retailerId, storeId: store.id, body });
    else adding.mutate({ retailerId, body });
  };
  const input = (name: "name" | "address" | "postcode" | "city" | "phone" | "timezone", description?: string) => (
    <TextInput
      name={name}
      data-autofocus={name === "name" || undefined}
      label={texts.fields[name]}
      description={description}
      withAsterisk={name !== "phone" && name !== "timezone"}
      defaultValue={store?.[name] ?? ""}
      error={errors.at(`/${name}`)}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(new FormData(event.currentTarget));
      }}
    >
      <Fieldset variant="unstyled" mx={0} disabled={!mayEdit}>
        <Stack>
          {input("name")}
          {input("address")}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {input("postcode")}
            {input("city")}
            <Select
              name="country"
              label={texts.fields.country}
              withAsterisk
              searchable
              allowDeselect={false}
              data={countryChoices}
              defaultValue={store?.country ?? "GB"}
              error={errors.at("/country")}
            />
            {input("phone")}
            <NativeSelect
              name="areaType"
              label={texts.fields.areaType}
              description={texts.areaHint}
              data={areaChoices}
              defaultValue={store?.areaType ?? "suburban"}
              error={errors.at("/areaType")}
            />
            {input("timezone", texts.timezoneHint)}
          </SimpleGrid>
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          {mayEdit && (
            <FormButtons
              submit={texts.save}
              variant={isSecondary ? "default" : "filled"}
              isBusy={isPending}
              cancel={cancel}
            />
          )}
        </Stack>
      </Fieldset>
    </form>
  );
}
