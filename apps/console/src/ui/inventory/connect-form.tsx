"use client";

import { sendsFiles } from "@highstreet/router/features/inventory/sends-files.schema.ts";
import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Radio, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formErrors } from "../frame/field-errors.ts";
import { FormButtons } from "../frame/form-buttons.tsx";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { AddressFields, at, readAddress } from "./address-fields.tsx";
import { ChooseTill } from "./choose-till.tsx";
import { columnsOf } from "./columns-of.ts";
import { ModeChoice } from "./mode-choice.tsx";
import { readPlace, ShopSystemFields, at as shopSystemAt } from "./shop-system-fields.tsx";
import { texts } from "./texts.ts";
import { useConnect } from "./use-connect.tsx";
import type { Mode } from "./use-upload.ts";

interface ConnectFormProps {
  source: SourceRecord;
  done?: () => void;
  /** Closes the form without a change; missing: the form stays. */
  cancel?: () => void;
}

/** The form for the source of a store's stock and its settings. */
export function ConnectForm({ source, done, cancel }: ConnectFormProps) {
  const trpc = useTRPC();
  const providers = useQuery(trpc.inventory.providers.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const now = source.provider;
  const isTill = now !== null && now.type !== "generic";
  const [provider, setProvider] = useState(isTill ? "csv-upload" : (now?.id ?? "csv-upload"));
  const [till, setTill] = useState(isTill ? now.id : null);
  const [mode, setMode] = useState<Mode>(source.parameters.mode === "replace" ? "replace" : "update");
  const { connect, isPending, error } = useConnect(done);
  const errors = formErrors(error, Object.values({ ...at, ...shopSystemAt }));
  const hasKey = now !== null && sendsFiles(now.id) && source.status !== "disconnected";
  const submit = (fields: FormData) => {
    const columns = columnsOf(source);
    if (provider === "http-pull") connect({ provider, parameters: { ...readAddress(fields), mode, columns } });
    else if (provider === "csv-upload") connect({ provider: till ?? provider, parameters: { mode, columns } });
    else if (provider === "connection") connect({ provider, parameters: readPlace(fields) });
    else connect({ provider: "api", parameters: { columns } });
  };
  if (providers.error) return <LoadFailed message={providers.error.message} retry={() => void providers.refetch()} />;
  if (!providers.data) return <Skeleton height={220} radius="md" />;
  const generic = providers.data.filter(({ type }) => type === "generic");
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <Stack>
        <Radio.Group label={texts.source.title} value={provider} onChange={setProvider}>
          <Stack gap="xs" mt={6}>
            {generic.map(({ id, label }, index) => (
              <Radio
                key={id}
                value={id}
                label={label}
                description={texts.source.descriptions[id]}
                data-autofocus={index === 0 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {provider === "csv-upload" && <ChooseTill providers={providers.data} till={till} setTill={setTill} />}
        {provider === "http-pull" && <AddressFields source={source} errorAt={errors.at} />}
        {provider === "connection" && <ShopSystemFields source={source} errorAt={errors.at} />}
        {(provider === "http-pull" || provider === "csv-upload") && <ModeChoice mode={mode} setMode={setMode} />}
        {source.provider && <Notice tone="info">{texts.replaces(hasKey)}</Notice>}
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        <FormButtons submit={texts.save} isBusy={isPending} cancel={cancel} />
      </Stack>
    </form>
  );
}
