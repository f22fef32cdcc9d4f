"use client";

import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ChannelForm } from "../channel/channel.tsx";
import { SecretField } from "../channel/secret-field.tsx";
import { CopyText } from "../parts/copy.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { moment } from "../parts/formats.ts";
import { Notice } from "../parts/notice.tsx";
import type { CallError } from "../parts/trpc.ts";
import { useTimeZone } from "../shell/shop-context.tsx";
import { useReceiver } from "./receiver.tsx";
import { texts } from "./texts.ts";

const words = texts.changeSecret;

/** Opens the change of the signing secret. The new secret is shown until this closes. */
export function ChangeSecret() {
  const [isOpen, dialog] = useDisclosure(false);
  const [changed, setChanged] = useState<NewSecret>();
  const close = () => {
    setChanged(undefined);
    dialog.close();
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {words.button}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={changed ? words.done : words.title}
        size="lg"
        closeOnClickOutside={!changed}
        closeOnEscape={!changed}
      >
        {changed ? <ShownSecret {...changed} done={close} /> : <ChangeSecretForm changed={setChanged} cancel={close} />}
      </Modal>
    </>
  );
}

const choices = [
  {
    value: "overlap",
    label: words.overlap,
    description: words.overlapText,
  },
  {
    value: "immediate",
    label: words.immediate,
    description: words.immediateText,
  },
];

function ChangeSecretForm({ changed, cancel }: { changed: (secret: NewSecret) => void; cancel: () => void }) {
  const { rotateSecret, reload } = useReceiver();
  const [secret, setSecret] = useState("");
  const [ends, setEnds] = useState("overlap");
  const changing = useMutation<string | null, CallError>({
    mutationFn: () => rotateSecret(secret, ends === "immediate"),
    onSuccess: (previousUntil) => {
      changed({ secret, previousUntil });
      return reload();
    },
  });
  const errors = formErrors(changing.error, ["/secret"]);
  return (
    <ChannelForm
      draft="secret"
      isPending={changing.isPending}
      error={errors.rest}
      cancel={cancel}
      submit={() => changing.mutate()}
    >
      <SecretField secret={secret} setSecret={setSecret} error={errors.at("/secret")} autoFocus />
      <Radio.Group label={words.ends} value={ends} onChange={setEnds}>
        <Stack gap="xs" mt={6}>
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
    </ChannelForm>
  );
}

interface NewSecret {
  secret: string;
  /** End of the previous secret; null if it has ended, undefined if there was none. */
  previousUntil?: string | null;
}

/** Shows a new secret, which the console cannot show again. */
export function ShownSecret({ secret, previousUntil, done }: NewSecret & { done: () => void }) {
  const timeZone = useTimeZone();
  return (
    <Stack gap="md">
      <Notice tone="warning">{words.once}</Notice>
      <CopyText text={secret} what={words.name} />
      {previousUntil !== undefined && (
        <Text size="sm">{previousUntil ? words.until(moment(previousUntil, timeZone)) : words.ended}</Text>
      )}
      <Group>
        <Button onClick={done} autoFocus>
          {words.copied}
        </Button>
      </Group>
    </Stack>
  );
}
