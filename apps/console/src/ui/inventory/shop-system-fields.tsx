"use client";

import type { Connection } from "@highstreet/router/features/pulls/connections.schema.ts";
import type { SourceRecord } from "@highstreet/router/features/sources/source.schema.ts";
import { Button, Group, PasswordInput, Select, Skeleton, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { openQuestion } from "../parts/dialogs.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { type CallError, useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { warningWords } from "../server-words/server-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import { SystemMark } from "./system-mark.tsx";
import { texts } from "./texts.ts";

const words = texts.shopSystem;
/** Seconds. A first pull of a shop with many products ends later. */
const MAX_CHECKS = 30;

export const at = { connector: "/parameters/connector", locationId: "/parameters/locationId" };

/** A location of a connected shop system, as the value of the form's field. */
const placeOf = (connector: string, locationId: string): string => JSON.stringify({ connector, locationId });

export function readPlace(fields: FormData): { connector: string; locationId?: string } {
  const chosen = String(fields.get("place") ?? "");
  return chosen ? (JSON.parse(chosen) as { connector: string; locationId: string }) : { connector: "" };
}

interface ShopSystemFieldsProps {
  source: Pick<SourceRecord, "parameters">;
  errorAt: (pointer: string) => string | undefined;
  /** Opens the form of a connection; without one, of another shop system. */
  open: (connection?: Connection) => void;
}

export function ShopSystemFields({ source: { parameters }, errorAt, open }: ShopSystemFieldsProps) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const queries = useQueryClient();
  const removing = useMutation(
    trpc.connections.remove.mutationOptions({
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(),
    }),
  );
  const remove = ({ connector, label }: Connection) =>
    openQuestion({
      title: words.removeTitle(label),
      text: words.removeText,
      confirm: words.remove,
      cancel: words.keep,
      isRemoval: true,
      onConfirm: () => removing.mutate({ retailerId, connector }),
    });
  const connections = useQuery(trpc.connections.list.queryOptions({ retailerId }));
  if (connections.error)
    return <LoadFailed message={connections.error.message} retry={() => void connections.refetch()} />;
  if (!connections.data) return <Skeleton height={60} radius="md" />;
  const { connector, locationId } = parameters;
  const current = typeof connector === "string" && typeof locationId === "string" ? placeOf(connector, locationId) : "";
  return (
    <Stack gap="sm">
      {connections.data.flatMap(({ connector: id, warnings }) =>
        warnings.map((warning) => (
          <Notice key={`${id} ${warning.id}`} tone="warning">
            {warningWords(warning)}
          </Notice>
        )),
      )}
      {connections.data.some(({ status, warnings }) => status === "pending" && warnings.length === 0) && (
        <Notice tone="info">{words.reading}</Notice>
      )}
      {connections.data.length === 0 && errorAt(at.connector) && <Notice tone="error">{errorAt(at.connector)}</Notice>}
      {connections.data.length > 0 && (
        <Select
          name="place"
          label={words.location}
          description={words.locationHint}
          placeholder={words.choose}
          searchable
          required
          defaultValue={current}
          error={errorAt(at.connector) ?? errorAt(at.locationId)}
          data={connections.data.map(({ connector: id, label, locations }) => ({
            group: label,
            items: locations.map((location) => ({ value: placeOf(id, location.id), label: location.name })),
          }))}
        />
      )}
      {connections.data.map((connection) => (
        <Group key={connection.connector} gap="sm" role="group" aria-label={connection.label}>
          <SystemMark name={connection.label} />
          <b>{connection.label}</b>
          <Button variant="default" onClick={() => open(connection)}>
            {words.change}
          </Button>
          <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={() => remove(connection)}>
            {words.remove}
          </Button>
        </Group>
      ))}
      <Group gap="sm">
        <Button variant="default" onClick={() => open()}>
          {words.add}
        </Button>
        {connections.data.length > 0 && (
          <Button variant="subtle" loading={connections.isFetching} onClick={() => void connections.refetch()}>
            {words.again}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Saves a connection, and waits for the worker's first call of the shop system. @returns the state after it, or after half a minute */
function useSaveAndCheck(close: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  return useMutation<Connection, CallError, { connector: string; credential: object }>({
    mutationFn: async (body) => {
      const saved = await client.connections.save.mutate({ retailerId, body });
      let now = saved;
      for (let n = 0; n < MAX_CHECKS && now.nextPullAt === saved.nextPullAt; n++) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        now = await client.connections.get.query({ retailerId, connector: body.connector });
      }
      return now;
    },
    onSuccess: ({ warnings }) => {
      if (!warnings.length) close();
    },
    onSettled: () => queries.invalidateQueries(trpc.connections.pathFilter()),
  });
}

interface ShopSystemFormProps {
  /** The connection that it changes. */
  before?: Connection | undefined;
  close: () => void;
}

/** Connects a shop system. It takes the place of the form that needs it. */
export function ShopSystemForm({ before, close }: ShopSystemFormProps) {
  const trpc = useTRPC();
  const systems = useQuery(trpc.connections.systems.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const [connector, setConnector] = useState<string | null>(before?.connector ?? null);
  const saving = useSaveAndCheck(close);
  const [refusal] = saving.data?.warnings ?? [];
  if (!systems.data) return <Skeleton height={160} radius="md" />;
  const fields = systems.data.find((system) => system.connector === connector)?.fields ?? [];
  const errors = formErrors(
    saving.error,
    fields.map(({ name }) => `/credential/${name}`),
  );
  return (
    <Form
      noValidate
      submit={(given) => {
        const values = fields.map(({ name }) => [name, String(given.get(name)).trim()] as const);
        const credential = Object.fromEntries(values.filter(([, value]) => value !== ""));
        saving.mutate({ connector: connector ?? "", credential });
      }}
    >
      <Select
        label={words.system}
        placeholder={words.choose}
        required
        data-autofocus
        value={connector}
        onChange={setConnector}
        data={systems.data.map((system) => ({ value: system.connector, label: system.label }))}
        renderOption={({ option }) => (
          <Group gap="xs">
            <SystemMark name={option.label} /> {option.label}
          </Group>
        )}
      />
      {fields.map(({ name, isSecret }) => {
        const Input = isSecret ? PasswordInput : TextInput;
        return (
          <Input
            key={`${connector} ${name}`}
            name={name}
            label={words.fields[name]?.label ?? name}
            description={words.fields[name]?.hint}
            autoComplete="off"
            defaultValue={connector === before?.connector ? String(before?.parameters[name] ?? "") : ""}
            error={errors.at(`/credential/${name}`)}
          />
        );
      })}
      {fields.length > 0 && <Notice tone="info">{words.kept}</Notice>}
      {refusal && !saving.isPending && <Notice tone="error">{warningWords(refusal)}</Notice>}
      {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      <FormButtons submit={words.connect} isBusy={saving.isPending} disabled={connector === null} cancel={close} />
    </Form>
  );
}
