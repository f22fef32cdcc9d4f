"use client";

import { Tooltip } from "@mantine/core";
import { BusyButton, type BusyButtonProps } from "../frame/busy-button.tsx";
import { useStore } from "../shell/store-context.tsx";

/** A button that changes channels. Disabled with a reason for users without the permission. */
export function WriteButton({
  disabled,
  isBusy = false,
  ...rest
}: Omit<BusyButtonProps, "isBusy"> & { isBusy?: boolean }) {
  const { may, whyNot } = useStore();
  const mayWrite = may("channels.enable");
  return (
    <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
      <BusyButton disabled={disabled || !mayWrite} isBusy={isBusy} {...rest} />
    </Tooltip>
  );
}
