"use client";

import type { Key } from "@highstreet/router/features/keys/keys.schema.ts";
import { Button, Checkbox, Group, Modal, NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CopyBlock } from "../parts/copy.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { IconKey } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useLinkedDialog } from "../parts/use-linked-dialog.ts";
import { useShop } from "../shell/shop-context.tsx";
import { scopeTexts, texts } from "./texts.ts";

export function CreateKey() {
  const dialog = useLinkedDialog();
  const [made, setMade] = useState<string>();
  const close = () => {
    setMade(undefined);
    dialog.close();
  };
  return (
    <>
      <Button leftSection={<IconKey size={18} aria-hidden="true" />} onClick={dialog.open}>
        {texts.create}
      </Button>
      <Modal
        opened={dialog.isOpen}
        onClose={close}
        title={made ? texts.newKey : texts.create}
        size="lg"
        closeOnClickOutside={!made}
        closeOnEscape={!made}
      >
        {made ? <ShownKey apiKey={made} done={close} /> : <CreateKeyForm made={setMade} cancel={close} />}
      </Modal>
    </>
  );
}

const all = Object.keys(scopeTexts) as Key["scopes"];
const usual = all.filter((scope) => scope !== "keys:write" && scope !== "retailers:write");
const DAY_MS = 24 * 3_600_000;

function CreateKeyForm({ made, cancel }: { made: (apiKey: string) => void; cancel: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailer } = useShop();
  const [chosen, setChosen] = useState<string[]>(usual);
  const [of, setOf] = useState("shop");
  const creating = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: async ({ key }) => {
        made(key);
        await queries.invalidateQueries(trpc.keys.list.pathFilter());
      },
    }),
  );
  const errors = formErrors(creating.error, ["/name", "/scopes"]);
  const submit = (fields: FormData) => {
    const days = Number(fields.get("days"));
    creating.mutate({
      body: {
        name: String(fields.get("name")).trim(),
        scopes: all.filter((scope) => chosen.includes(scope)),
        ...(of === "shop" && { retailerIds: [retailer.id], isTest: retailer.isTest }),
        ...(of === "test" && { isTest: true }),
        ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
      },
    });
  };
  return (
    <Form noValidate submit={submit}>
      <TextInput
        name="name"
        label={texts.name}
        description={texts.nameHelp}
        required
        data-autofocus
        maxLength={100}
        error={errors.at("/name")}
      />
      <Checkbox.Group label={texts.scopes} value={chosen} onChange={setChosen} error={errors.at("/scopes")}>
        <Stack gap="xs" mt={6}>
          {all.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeTexts[scope]} description={scope} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group label={texts.shops} value={of} onChange={setOf}>
        <Stack gap="xs" mt={6}>
          <Radio value="shop" label={texts.thisShop(retailer.name)} />
          <Radio value="all" label={texts.allShops} />
          <Radio value="test" label={texts.testShops} description={texts.testHelp} />
        </Stack>
      </Radio.Group>
      <NativeSelect
        name="days"
        label={texts.ends}
        defaultValue="0"
        data={[
          { value: "0", label: texts.never },
          ...[30, 90, 365].map((days) => ({ value: String(days), label: texts.inDays(days) })),
        ]}
      />
      {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      <FormButtons submit={texts.create} isBusy={creating.isPending} cancel={cancel} />
    </Form>
  );
}

function ShownKey({ apiKey, done }: { apiKey: string; done: () => void }) {
  return (
    <Stack>
      <Text size="sm">{texts.newKeyText}</Text>
      <CopyBlock text={apiKey} label={texts.copy} />
      <Group>
        <Button onClick={done} autoFocus>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}
