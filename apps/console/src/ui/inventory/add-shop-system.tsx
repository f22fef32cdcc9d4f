"use client";

import { Modal, PasswordInput, Select, Skeleton, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formErrors } from "../frame/field-errors.ts";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const words = texts.shopSystem;

/** The dialog that connects the shop to its shop system, or replaces the credential. */
export function AddShopSystem({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal opened={isOpen} onClose={close} title={words.add}>
      <CredentialForm close={close} />
    </Modal>
  );
}

function CredentialForm({ close }: { close: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const systems = useQuery(trpc.connections.systems.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const [connector, setConnector] = useState<string | null>(null);
  const saving = useMutation(
    trpc.connections.save.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.connections.pathFilter());
        close();
      },
    }),
  );
  if (!systems.data) return <Skeleton height={160} radius="md" />;
  const fields = systems.data.find((system) => system.connector === connector)?.fields ?? [];
  const errors = formErrors(
    saving.error,
    fields.map(({ name }) => `/credential/${name}`),
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog is inside of another form.
        event.stopPropagation();
        const given = new FormData(event.currentTarget);
        const values = fields.map(({ name }) => [name, String(given.get(name)).trim()] as const);
        const credential = Object.fromEntries(values.filter(([, value]) => value !== ""));
        saving.mutate({ retailerId, body: { connector: connector ?? "", credential } });
      }}
    >
      <Stack>
        <Select
          label={words.system}
          placeholder={words.choose}
          required
          data-autofocus
          value={connector}
          onChange={setConnector}
          data={systems.data.map((system) => ({ value: system.connector, label: system.label }))}
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
              error={errors.at(`/credential/${name}`)}
            />
          );
        })}
        {fields.length > 0 && <Notice tone="info">{words.kept}</Notice>}
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        <FormButtons submit={words.connect} isBusy={saving.isPending} disabled={connector === null} cancel={close} />
      </Stack>
    </form>
  );
}
