"use client";

import { Radio, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ChannelForm } from "../channels/channel-form.tsx";
import { SecretField } from "../channels/secret-field.tsx";
import { formErrors } from "../frame/field-errors.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import type { NewSecret } from "./shown-secret.tsx";
import { texts } from "./texts.ts";

const words = texts.changeSecret;

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

/** The form for a new signing secret and the end of the old one. */
export function ChangeSecretForm({ changed, cancel }: { changed: (secret: NewSecret) => void; cancel: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const [secret, setSecret] = useState("");
  const [ends, setEnds] = useState("overlap");
  const changing = useMutation(
    trpc.webhooks.rotateSecret.mutationOptions({
      onSuccess: ({ previousSecretUntil }) => {
        changed({ secret, previousUntil: previousSecretUntil ?? null });
        return queries.invalidateQueries(trpc.channels.pathFilter());
      },
    }),
  );
  const errors = formErrors(changing.error, ["/secret"]);
  return (
    <ChannelForm
      isPending={changing.isPending}
      error={errors.rest}
      cancel={cancel}
      submit={() => changing.mutate({ ...ids, body: { secret, immediate: ends === "immediate" } })}
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
