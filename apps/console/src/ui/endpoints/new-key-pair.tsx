"use client";

import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ChannelForm } from "../channel/channel.tsx";
import { CopyText } from "../parts/copy.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { moment } from "../parts/formats.ts";
import { useTimeZone } from "../shell/shop-context.tsx";
import { useEndpoints, useReceiver } from "../webhooks/receiver.tsx";
import { texts as webhooks } from "../webhooks/texts.ts";
import { texts } from "./texts.ts";

const words = texts.keys;
const choices = webhooks.changeSecret;

/** Replaces the key pair of an endpoint with `ed25519`, and shows the new public key. */
export function NewKeyPair({ endpointId }: { endpointId: string }) {
  const timeZone = useTimeZone();
  const { api, owner } = useEndpoints();
  const { reload } = useReceiver();
  const [isOpen, dialog] = useDisclosure(false);
  const [ends, setEnds] = useState("overlap");
  const making = useMutation(api.rotateSecret.mutationOptions({ onSuccess: () => reload() }));
  const open = () => {
    making.reset();
    setEnds("overlap");
    dialog.open();
  };
  const body = { immediate: ends === "immediate" };
  const { data } = making;
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.button}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={data ? words.done : words.button} size="lg">
        {data ? (
          <Stack gap="md">
            <CopyText text={data.publicKey ?? ""} what={texts.keys.name} />
            <Text size="sm">
              {data.previousSecretUntil ? words.until(moment(data.previousSecretUntil, timeZone)) : words.ended}
            </Text>
            <Group>
              <Button onClick={dialog.close} autoFocus>
                {words.close}
              </Button>
            </Group>
          </Stack>
        ) : (
          <ChannelForm
            draft="key pair"
            isPending={making.isPending}
            error={formErrors(making.error, []).rest}
            cancel={dialog.close}
            submit={() => making.mutate({ ...owner, endpointId, body })}
          >
            <Radio.Group label={words.ends} value={ends} onChange={setEnds}>
              <Stack gap="xs" mt={6}>
                <Radio value="overlap" label={choices.overlap} description={words.overlapText} />
                <Radio value="immediate" label={choices.immediate} description={words.immediateText} />
              </Stack>
            </Radio.Group>
          </ChannelForm>
        )}
      </Modal>
    </>
  );
}
