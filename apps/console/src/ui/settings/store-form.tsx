"use client";

import type { Store } from "@highstreet/router/core/stores/stores.schema.ts";
import { Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { formErrors } from "../frame/field-errors.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const areas = ["city_centre", "urban", "suburban", "rural"] as const;

/** The name, the time zone and the area of a store. */
export function StoreForm({ store }: { store: Store }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId, may } = useShop();
  const mayEdit = may("stores.update");
  const saving = useMutation(
    trpc.stores.update.mutationOptions({
      onSuccess: async () => {
        notifications.show({ message: texts.saved });
        router.refresh();
        await queries.invalidateQueries(trpc.stores.pathFilter());
      },
    }),
  );
  const errors = formErrors(saving.error, ["/name", "/timezone", "/areaType"]);
  const zones = Intl.supportedValuesOf("timeZone");
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        const areaType = areas.find((area) => area === given.get("areaType"));
        const [name, timezone] = [String(given.get("name")).trim(), String(given.get("timezone"))];
        saving.mutate({ retailerId, storeId: store.id, body: { name, timezone, ...(areaType && { areaType }) } });
      }}
    >
      <Stack>
        <TextInput
          name="name"
          label={texts.name}
          defaultValue={store.name}
          required
          readOnly={!mayEdit}
          error={errors.at("/name")}
        />
        <NativeSelect
          name="timezone"
          label={texts.timezone}
          description={texts.timezoneHelp}
          defaultValue={store.timezone}
          data={zones.includes(store.timezone) ? zones : [store.timezone, ...zones]}
          disabled={!mayEdit}
          error={errors.at("/timezone")}
        />
        <NativeSelect
          name="areaType"
          label={texts.area}
          description={texts.areaHelp}
          defaultValue={store.areaType}
          data={areas.map((value) => ({ value, label: texts.areas[value] }))}
          disabled={!mayEdit}
          error={errors.at("/areaType")}
        />
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        {mayEdit && (
          <div>
            <Button type="submit" aria-disabled={saving.isPending}>
              {texts.save}
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}
