"use client";

import { locationIdOf } from "@highstreet/router/features/search/location-link.schema.ts";
import { TextInput } from "@mantine/core";
import { ChannelForm, type ChannelFormProps } from "./channel-form.tsx";
import { textOf } from "./parameters.ts";
import { texts } from "./texts.ts";
import { useEnableChannel } from "./use-enable-channel.ts";

const at = { locationId: "/parameters/locationId", storeCode: "/parameters/storeCode" };

/** The form for the business profile of the local listings. */
export function SearchForm({ record, done }: ChannelFormProps) {
  const { enable, isPending, errors } = useEnableChannel(Object.values(at), done);
  return (
    <ChannelForm
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={(fields) => {
        const parameters = {
          locationId: locationIdOf(String(fields.get("locationId"))),
          storeCode: String(fields.get("storeCode")).trim() || null,
        };
        enable({ type: "search", parameters });
      }}
    >
      <TextInput
        name="locationId"
        label={texts.location.label}
        description={texts.location.hint}
        required
        autoFocus
        defaultValue={textOf(record, "locationId")}
        error={errors.at(at.locationId)}
      />
      <TextInput
        name="storeCode"
        label={texts.location.storeCode}
        description={texts.location.storeCodeHint}
        defaultValue={textOf(record, "storeCode")}
        error={errors.at(at.storeCode)}
      />
    </ChannelForm>
  );
}
