"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { NumberInput, PasswordInput, TextInput } from "@mantine/core";

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
        label="Address of the file"
        description="It begins with https://"
        placeholder="https://example.com/stock.csv"
        required
        defaultValue={typeof parameters.url === "string" ? parameters.url : ""}
        error={errorAt(at.url)}
      />
      <NumberInput
        name="intervalMinutes"
        label="Minutes between two fetches"
        description="15 or more"
        required
        allowDecimal={false}
        hideControls
        defaultValue={typeof parameters.intervalMinutes === "number" ? parameters.intervalMinutes : 60}
        error={errorAt(at.intervalMinutes)}
      />
      <PasswordInput
        name="authorization"
        label="Authorization"
        description={`Only if the address asks for it: the whole header, such as “Basic …”. We store it encrypted and never show it${isSet ? ", so enter it again" : ""}.`}
        autoComplete="off"
        error={errorAt(at.authorization)}
      />
    </>
  );
}
