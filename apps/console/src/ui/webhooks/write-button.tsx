"use client";

import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ComponentProps } from "react";
import { useStore } from "../shell/store-context.tsx";

/** A button that changes channels. Disabled with a reason for users without the permission. */
export function WriteButton({ disabled, ...rest }: ButtonProps & Pick<ComponentProps<"button">, "onClick" | "type">) {
  const { may, whyNot } = useStore();
  const mayWrite = may("channels.enable");
  return (
    <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
      <Button disabled={disabled || !mayWrite} {...rest} />
    </Tooltip>
  );
}
