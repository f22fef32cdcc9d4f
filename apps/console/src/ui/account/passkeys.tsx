"use client";

import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { StaffSecurity } from "../../server/staff-access.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { day } from "../parts/formats.ts";
import { IconPencil, IconTrash } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { removePasskey, renamePasskey } from "../sign-in/session-client.ts";
import { ProofForm } from "./proof-form.tsx";
import { texts } from "./texts.ts";

/** @param hasCodes whether the account has sign-in codes */
export function Passkeys({ passkeys, hasCodes }: Pick<StaffSecurity, "passkeys"> & { hasCodes: boolean }) {
  const words = texts.passkeys;
  const router = useRouter();
  const [isAdding, adding] = useDisclosure(false);
  const removing = useMutation({
    mutationFn: removePasskey,
    onSuccess: () => showToast({ message: words.removed }),
    onError: ({ message }) => showToast({ isError: true, message }),
    onSettled: () => router.refresh(),
  });
  const [named, setNamed] = useState<{ id: string; name: string }>();
  const renaming = useMutation({
    mutationFn: (given: { id: string; name: string }) => renamePasskey(given.id, given.name),
    onSuccess: () => {
      setNamed(undefined);
      router.refresh();
    },
  });
  const added = () => {
    adding.close();
    showToast({ message: words.added });
    router.refresh();
  };
  return (
    <Panel title={words.title} text={words.text}>
      {passkeys.length > 0 && (
        <Stack component="ul" gap={0} m={0} p={0} aria-label={words.title}>
          {passkeys.map(({ id, name, createdAt }) => (
            <Group key={id} component="li" justify="space-between" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                <bdi>{name}</bdi>{" "}
                {createdAt && (
                  <Text span size="sm" c="dimmed">
                    {words.since(day(createdAt.toISOString(), "UTC"))}
                  </Text>
                )}
              </Text>
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={words.rename(name ?? "")}
                  onClick={() => setNamed({ id, name: name ?? "" })}
                >
                  <IconPencil size={18} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={words.remove(name ?? "")}
                  loading={removing.isPending && removing.variables === id}
                  onClick={() => removing.mutate(id)}
                >
                  <IconTrash size={18} aria-hidden="true" />
                </ActionIcon>
              </Group>
            </Group>
          ))}
        </Stack>
      )}
      <div>
        <Button variant="default" onClick={adding.open}>
          {words.add}
        </Button>
      </div>
      <Modal opened={isAdding} onClose={adding.close} title={words.add}>
        <ProofForm
          hasCodes={hasCodes}
          name={{ label: words.name, hint: words.nameHint }}
          label={words.add}
          prove={async (given) => (await import("../sign-in/passkeys.ts")).addPasskey(given)}
          proven={added}
          cancel={adding.close}
        />
      </Modal>
      <Modal opened={named !== undefined} onClose={() => setNamed(undefined)} title={words.rename(named?.name ?? "")}>
        <Form
          submit={(fields) => {
            const name = String(fields.get("name"));
            if (named) renaming.mutate({ id: named.id, name });
          }}
        >
          <TextInput name="name" label={words.name} defaultValue={named?.name} maxLength={60} required data-autofocus />
          {renaming.error && <Notice tone="error">{renaming.error.message}</Notice>}
          <FormButtons isBusy={renaming.isPending} cancel={() => setNamed(undefined)} />
        </Form>
      </Modal>
    </Panel>
  );
}
