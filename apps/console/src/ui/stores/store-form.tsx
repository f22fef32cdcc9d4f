"use client";

import { areaTypes, countries } from "@highstreet/router/core/stores/countries.schema.ts";
import { weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import type { Store } from "@highstreet/router/core/stores/stores.schema.ts";
import {
  Fieldset,
  Modal,
  NativeSelect,
  Select,
  type SelectProps,
  SimpleGrid,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formErrors } from "../parts/field-errors.ts";
import { FormButtons } from "../parts/form.tsx";
import { compareNames } from "../parts/formats.ts";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { texts as shared } from "../parts/texts.ts";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { DraftForm } from "../shell/draft-form.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { regularOf, specialOf } from "./hours-text.ts";
import { pickupChoices, pickupKey, storePickups } from "./pickup-words.ts";
import { hoursPointers, StoreHoursFields } from "./store-hours.tsx";
import { texts } from "./texts.ts";

const countryChoices = () => {
  const names = new Intl.DisplayNames(shared.locale, { type: "region" });
  return countries
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((a, b) => compareNames(a.label, b.label));
};
/** The zone of the browser comes first. `Europe/London` shows as `London, Europe`. */
const zoneChoices = (zone: string | undefined) => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const zones = new Set([...(zone ? [zone] : []), timeZone, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((value) => ({ value, label: value.replaceAll("_", " ").split("/").toReversed().join(", ") }));
};
const areaChoices = () => areaTypes.map((area) => ({ value: area, label: texts.areas[area] }));

const fields = [
  "name",
  "externalId",
  "address",
  "postcode",
  "city",
  "country",
  "phone",
  "timezone",
  "areaType",
  "openingHours",
  "pickup",
] as const;

/** The value of a `Select` in a draft. Its own field is of type `hidden`, which drafts leave out, and which React hears no change of. */
function useKeptChoice(first: string | null) {
  const [value, setValue] = useState(first);
  const hiddenInputProps: SelectProps["hiddenInputProps"] = {
    type: "text",
    hidden: true,
    onChange: (event) => setValue(event.currentTarget.value || null),
  };
  return { value, onChange: setValue, hiddenInputProps };
}

interface StoreFormProps {
  store: Store | undefined;
  done?: () => void;
  /** Closes the form without a change; missing: the form stays. */
  cancel?: () => void;
  /** Another button of the page is the main one. */
  isSecondary?: boolean;
}

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
  const errors = formErrors(error, [...fields.map((name) => `/${name}`), ...hoursPointers]);
  const codeTaken = error?.data?.domain?.code === "ExternalIdTaken" ? texts.codeTaken : undefined;
  const country = useKeptChoice(store?.country ?? "GB");
  const timezone = useKeptChoice(store?.timezone ?? null);
  const save = (form: FormData) => {
    const text = (name: (typeof fields)[number]) => String(form.get(name) ?? "").trim();
    const optional = {
      externalId: text("externalId") || null,
      phone: text("phone") || null,
      timezone: text("timezone") || null,
      openingHours: text("openingHours") || null,
      hours: {
        regular: regularOf(weekdays.map((day) => String(form.get(day) ?? ""))),
        special: specialOf(String(form.get("special") ?? "")),
      },
      areaType: areaTypes.find((area) => area === text("areaType")) ?? null,
      pickup: storePickups.find((pickup) => pickupKey(pickup) === text("pickup")) ?? null,
    };
    const required = { name: text("name"), address: text("address"), postcode: text("postcode"), city: text("city") };
    const body = { ...required, country: text("country"), ...optional };
    if (store) changing.mutate({ retailerId, storeId: store.id, body });
    else adding.mutate({ retailerId, body });
  };
  const input = (
    name: Exclude<(typeof fields)[number], "country" | "areaType" | "openingHours" | "pickup" | "timezone">,
    description?: string,
  ) => (
    <TextInput
      name={name}
      data-autofocus={name === "name" || undefined}
      label={texts.fields[name]}
      description={description}
      withAsterisk={name !== "phone" && name !== "externalId"}
      defaultValue={store?.[name] ?? ""}
      error={errors.at(`/${name}`) ?? (name === "externalId" && codeTaken)}
    />
  );
  return (
    <DraftForm
      draft={`store ${store?.id ?? ""}`}
      saved={store ? changing.data : adding.data}
      values={`${country.value} ${timezone.value}`}
      submit={save}
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
              data={countryChoices()}
              {...country}
              error={errors.at("/country")}
            />
            {input("phone")}
            <NativeSelect
              name="areaType"
              label={texts.fields.areaType}
              description={texts.areaHint}
              data={areaChoices()}
              defaultValue={store?.areaType ?? "suburban"}
              error={errors.at("/areaType")}
            />
            <Select
              name="timezone"
              label={texts.fields.timezone}
              description={texts.timezoneHint}
              placeholder={texts.timezoneNone}
              searchable
              clearable
              limit={100}
              nothingFoundMessage={shared.search.nothing}
              clearButtonProps={{ "aria-label": texts.timezoneClear }}
              data={zoneChoices(store?.timezone)}
              {...timezone}
              error={errors.at("/timezone")}
            />
            {input("externalId", texts.codeHint)}
          </SimpleGrid>
          <StoreHoursFields hours={store?.hours} errors={errors} />
          <Textarea
            name="openingHours"
            label={texts.fields.openingHours}
            autosize
            defaultValue={store?.openingHours ?? ""}
            error={errors.at("/openingHours")}
          />
          <NativeSelect
            name="pickup"
            label={texts.fields.pickup}
            description={texts.pickup.hint}
            data={pickupChoices(storePickups, texts.pickup.none)}
            defaultValue={pickupKey(store?.pickup)}
            error={errors.at("/pickup")}
          />
          {errors.rest && !codeTaken && <Notice tone="error">{errors.rest}</Notice>}
          {mayEdit && <FormButtons variant={isSecondary ? "default" : "filled"} isBusy={isPending} cancel={cancel} />}
        </Stack>
      </Fieldset>
    </DraftForm>
  );
}

interface StoreDialogProps {
  storeId?: string;
  isOpen: boolean;
  close: () => void;
}

export function StoreDialog({ storeId, isOpen, close }: StoreDialogProps) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const store = useQuery({
    ...trpc.stores.get.queryOptions({ retailerId, storeId: storeId ?? "" }),
    enabled: isOpen && storeId !== undefined,
    // The form has all fields and saves all of them, so it must not begin with old ones.
    staleTime: 0,
  });
  const title = storeId ? texts.editTitle(store.data?.name ?? "") : texts.addTitle;
  return (
    <Modal opened={isOpen} onClose={close} title={title} size="lg">
      {isOpen && !storeId && <StoreForm store={undefined} done={close} cancel={close} />}
      {isOpen && storeId && <EditedStore store={store} close={close} />}
    </Modal>
  );
}

/** The form of a store, with the data that was loaded after the dialog opened. */
function EditedStore({ store, close }: { store: UseQueryResult<Store, { message: string }>; close: () => void }) {
  const [loaded, setLoaded] = useState<Store>();
  if (!loaded && store.isSuccess && store.fetchStatus === "idle") setLoaded(store.data);
  if (loaded) return <StoreForm store={loaded} done={close} cancel={close} />;
  if (store.error) return <LoadFailed message={store.error.message} retry={() => void store.refetch()} />;
  return <Skeleton height={320} radius="md" />;
}
