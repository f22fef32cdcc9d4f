"use client";

import { fetchMinutes } from "@highstreet/router/features/inventory/fetch-minutes.schema.ts";
import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { NumberInput, PasswordInput, TextInput } from "@mantine/core";
import { texts } from "./texts.ts";

/** JSON Pointers of the fields. */
export const at = {
  url: "/parameters/url",
  intervalMinutes: "/parameters/intervalMinutes",
  authorization: "/parameters/authorization",
};

/** The values of the fields, without empty ones. */
export function readAddress(fields: FormData) {
  const authorization = String(fields.get("authorization")).trim();
  return {
    url: String(fields.get("url")).trim(),
    intervalMinutes: Number(fields.get("intervalMinutes")),
    ...(authorization && { authorization }),
  };
}

interface AddressFieldsProps {
  source: SourceRecord;
  errorAt: (pointer: string) => string | undefined;
}

/** The address of a stock file, its interval and its authorization. */
export function AddressFields({ source: { provider, parameters }, errorAt }: AddressFieldsProps) {
  const isSet = provider?.id === "http-pull";
  return (
    <>
      <TextInput
        name="url"
        type="url"
        label={texts.address.label}
        description={texts.address.hint}
        placeholder={texts.address.example}
        required
        defaultValue={typeof parameters.url === "string" ? parameters.url : ""}
        error={errorAt(at.url)}
      />
      <NumberInput
        name="intervalMinutes"
        label={texts.address.interval}
        description={texts.address.intervalHint(fetchMinutes.min)}
        required
        allowDecimal={false}
        hideControls
        defaultValue={typeof parameters.intervalMinutes === "number" ? parameters.intervalMinutes : fetchMinutes.usual}
        error={errorAt(at.intervalMinutes)}
      />
      <PasswordInput
        name="authorization"
        label={texts.address.authorization}
        description={texts.address.authorizationHint(isSet)}
        autoComplete="off"
        error={errorAt(at.authorization)}
      />
    </>
  );
}
