"use client";

import type { Connection } from "@highstreet/router/features/pulls/connections.schema.ts";
import type { ProviderDetails } from "@highstreet/router/features/sources/source.schema.ts";
import { fetchMinutes, sendsFiles } from "@highstreet/router/features/sources/source-facts.schema.ts";
import { Anchor, NumberInput, PasswordInput, Radio, Select, Skeleton, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formErrors } from "../parts/field-errors.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { nameWords } from "../server-words/server-words.ts";
import { readingOf } from "./map-columns.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { readPlace, ShopSystemFields, ShopSystemForm, at as shopSystemAt } from "./shop-system-fields.tsx";
import type { AnySource } from "./source-panel.tsx";
import { texts } from "./texts.ts";
import { useConnect } from "./use-connect.tsx";
import { useFiles } from "./use-files.ts";
import type { Mode } from "./use-upload.ts";

interface ConnectFormProps {
  source: AnySource;
  done?: () => void;
  /** Closes the form without a change; missing: the form stays. */
  cancel?: () => void;
}

export function ConnectForm({ source, done, cancel }: ConnectFormProps) {
  const trpc = useTRPC();
  const { store } = useFiles();
  const providers = useQuery(trpc.inventory.providers.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const now = source.provider;
  const isTill = now !== null && now.type !== "generic";
  const [provider, setProvider] = useState(isTill ? "csv-upload" : (now?.id ?? "csv-upload"));
  const [till, setTill] = useState(isTill ? now.id : null);
  const [mode, setMode] = useState<Mode>(source.parameters.mode === "replace" ? "replace" : "update");
  /** The form of a shop system is open. `before`: of this connection. */
  const [system, setSystem] = useState<{ before?: Connection | undefined }>();
  const { connect, isPending, error } = useConnect(done !== undefined, done);
  const errors = formErrors(error, Object.values({ ...at, ...shopSystemAt }));
  const hasKey = now !== null && sendsFiles(now.id) && source.status !== "disconnected";
  const submit = (fields: FormData) => {
    const reading = readingOf(source);
    if (provider === "http-pull") connect({ provider, parameters: { ...readAddress(fields), mode, ...reading } });
    else if (provider === "csv-upload") connect({ provider: till ?? provider, parameters: { mode, ...reading } });
    else if (provider === "connection") connect({ provider, parameters: readPlace(fields) });
    else connect({ provider: "api", parameters: reading });
  };
  if (providers.error) return <LoadFailed message={providers.error.message} retry={() => void providers.refetch()} />;
  if (!providers.data) return <Skeleton height={220} radius="md" />;
  if (system) return <ShopSystemForm before={system.before} close={() => setSystem(undefined)} />;
  // A shop system has the stock of each location, and makes no file of all.
  const generic = providers.data.filter(({ id, type }) => type === "generic" && (store || id !== "connection"));
  return (
    <Form noValidate submit={submit}>
      <Radio.Group label={texts.source.title} value={provider} onChange={setProvider}>
        <Stack gap="xs" mt={6}>
          {generic.map(({ id, label }, index) => (
            <Radio
              key={id}
              value={id}
              label={nameWords(label)}
              description={texts.source.descriptions[id]}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {provider === "csv-upload" && <ChooseTill providers={providers.data} till={till} setTill={setTill} />}
      {provider === "http-pull" && <AddressFields source={source} errorAt={errors.at} />}
      {provider === "connection" && (
        <ShopSystemFields source={source} errorAt={errors.at} open={(before) => setSystem({ before })} />
      )}
      {(provider === "http-pull" || provider === "csv-upload") && <ModeChoice mode={mode} setMode={setMode} />}
      {source.provider && <Notice tone="info">{texts.replaces(hasKey)}</Notice>}
      {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      <FormButtons isBusy={isPending} cancel={cancel} />
    </Form>
  );
}

interface ChooseTillProps {
  providers: ProviderDetails[];
  till: string | null;
  setTill: (till: string | null) => void;
}

/** The till that made the export, and the steps to make it. */
function ChooseTill({ providers, till, setTill }: ChooseTillProps) {
  const of = (type: string) =>
    providers.filter((one) => one.type === type).map(({ id, label }) => ({ value: id, label }));
  const chosen = providers.find(({ id }) => id === till)?.export;
  return (
    <Stack gap="xs">
      <Select
        label={texts.till.label}
        description={texts.till.hint}
        placeholder={texts.till.none}
        searchable
        clearable
        clearButtonProps={{ "aria-label": texts.till.clear }}
        value={till}
        onChange={setTill}
        data={[
          { group: texts.till.tills, items: of("point-of-sale") },
          { group: texts.till.shops, items: of("ecommerce") },
        ]}
      />
      {chosen && (
        <Hint>
          {chosen.steps.join(" ")}{" "}
          <Anchor href={chosen.documentation} target="_blank" rel="noreferrer" size="sm">
            {texts.till.help}
          </Anchor>
        </Hint>
      )}
    </Stack>
  );
}

const at = {
  url: "/parameters/url",
  intervalMinutes: "/parameters/intervalMinutes",
  authorization: "/parameters/authorization",
};

function readAddress(fields: FormData) {
  const authorization = String(fields.get("authorization")).trim();
  return {
    url: String(fields.get("url")).trim(),
    intervalMinutes: Number(fields.get("intervalMinutes")),
    ...(authorization && { authorization }),
  };
}

interface AddressFieldsProps {
  source: AnySource;
  errorAt: (pointer: string) => string | undefined;
}

function AddressFields({ source: { provider, parameters }, errorAt }: AddressFieldsProps) {
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
