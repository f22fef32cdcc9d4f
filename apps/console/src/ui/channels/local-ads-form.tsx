"use client";

import { NumberInput, Text } from "@mantine/core";
import { useState } from "react";
import { CostNote } from "../local-ads/cost-note.tsx";
import { ChannelForm, type ChannelFormProps } from "./channel-form.tsx";
import { texts } from "./texts.ts";
import { useEnableChannel } from "./use-enable-channel.ts";

const at = { dailyBudget: "/parameters/dailyBudget" };

/** The form for the daily budget of local ads. */
export function LocalAdsForm({ record, done }: ChannelFormProps) {
  const { enable, isPending, errors } = useEnableChannel(Object.values(at), done);
  const budget = record?.upcomingChange?.dailyBudget || record?.dailyBudget || undefined;
  const [typed, setTyped] = useState(budget ?? 0);
  return (
    <ChannelForm
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={() => enable({ type: "local_ads", parameters: { dailyBudget: typed } })}
    >
      <NumberInput
        label={texts.budget.label}
        description={texts.budget.hint}
        prefix="£"
        thousandSeparator=","
        hideControls
        required
        autoFocus
        defaultValue={budget?.toFixed(2)}
        onValueChange={({ floatValue }) => setTyped(floatValue ?? 0)}
        error={errors.at(at.dailyBudget)}
      />
      <Text size="sm" c="dimmed" role="status" style={{ minHeight: "1.5em" }}>
        <CostNote budget={typed} />
      </Text>
    </ChannelForm>
  );
}
