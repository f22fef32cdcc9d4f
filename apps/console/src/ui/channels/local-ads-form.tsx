"use client";

import { NumberInput } from "@mantine/core";
import { ChannelForm, type ChannelFormProps } from "./channel-form.tsx";
import { useEnableChannel } from "./use-enable-channel.ts";

const at = { dailyBudget: "/parameters/dailyBudget" };

/** What local ads may cost a day. */
export function LocalAdsForm({ record, done }: ChannelFormProps) {
  const { enable, isPending, errors } = useEnableChannel(Object.values(at), done);
  const budget = record?.upcomingChange?.dailyBudget || record?.dailyBudget;
  return (
    <ChannelForm
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={(fields) => {
        const typed = String(fields.get("dailyBudget")).replace(/[£,\s]/g, "");
        enable({ type: "local_ads", parameters: { dailyBudget: Number(typed) } });
      }}
    >
      <NumberInput
        name="dailyBudget"
        label="Budget a day"
        description="In pounds. A change takes effect at the store's next midnight."
        prefix="£"
        thousandSeparator=","
        decimalScale={2}
        hideControls
        required
        autoFocus
        defaultValue={budget}
        error={errors.at(at.dailyBudget)}
      />
    </ChannelForm>
  );
}
