"use client";

import { Button, type ButtonProps, Loader } from "@mantine/core";
import type { ComponentProps, ReactNode, Ref } from "react";

export interface BusyButtonProps
  extends Omit<ButtonProps, "loading">,
    Pick<ComponentProps<"button">, "onClick" | "type" | "aria-label"> {
  /** The call of the button runs. */
  isBusy: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** A button that starts a call. During the call it keeps the focus and ignores clicks. A disabled button loses the focus. */
export function BusyButton({ isBusy, onClick, leftSection, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      leftSection={isBusy ? <Loader size={16} color="currentColor" aria-hidden="true" /> : leftSection}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
