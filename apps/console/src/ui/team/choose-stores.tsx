"use client";

import { MAX_STORES_OF_PERSON, type Team } from "@highstreet/router/features/staff/staff.schema.ts";
import { Modal, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { Form, FormButtons } from "../parts/form.tsx";
import { StoresSelect } from "../shell/stores-select.tsx";
import { texts } from "./texts.ts";

/** null: all stores. */
export type ChosenStores = Team["members"][number]["stores"];

interface StoresFieldProps {
  value: ChosenStores;
  onChange: (stores: ChosenStores) => void;
  error?: string | undefined;
}

/** All stores, or some of them. */
export function StoresField({ value, onChange, error }: StoresFieldProps) {
  const kind = value ? "some" : "all";
  return (
    <Stack gap="sm">
      <Radio.Group label={texts.stores} value={kind} onChange={(next) => onChange(next === "all" ? null : [])}>
        <Stack gap="xs" mt={6}>
          <Radio value="all" label={texts.allStores} />
          <Radio value="some" label={texts.someStores} description={texts.someStoresText} />
        </Stack>
      </Radio.Group>
      {value && (
        <StoresSelect
          label={texts.chosenStores}
          value={value}
          onChange={onChange}
          maxValues={MAX_STORES_OF_PERSON}
          error={error}
        />
      )}
    </Stack>
  );
}

interface ChangeStoresProps {
  name: string;
  stores: ChosenStores;
  isBusy: boolean;
  save: (stores: ChosenStores) => void;
  close: () => void;
}

/** The stores of a person. Without any, the person sees an empty shop. */
export function ChangeStores({ name, stores, isBusy, save, close }: ChangeStoresProps) {
  const [chosen, setChosen] = useState(stores);
  return (
    <Modal opened onClose={close} title={texts.storesOf(name)}>
      <Form noValidate submit={() => save(chosen)}>
        <StoresField value={chosen} onChange={setChosen} />
        <FormButtons isBusy={isBusy} cancel={close} />
      </Form>
    </Modal>
  );
}
