"use client";

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { BusyButton, type BusyButtonProps } from "./busy-button.tsx";
import { texts } from "./texts.ts";

interface FormButtonsProps extends Pick<BusyButtonProps, "isBusy" | "color" | "disabled" | "variant"> {
  /** The label of the button that submits the form. */
  submit: string;
  /** Closes the form without a change; missing: the form stays. */
  cancel?: (() => void) | undefined;
  /** Further buttons. */
  children?: ReactNode;
}

/** The buttons at the end of a form. */
export function FormButtons({ submit, cancel, children, ...button }: FormButtonsProps) {
  return (
    <Group gap="sm">
      <BusyButton type="submit" {...button}>
        {submit}
      </BusyButton>
      {cancel && (
        <Button variant="subtle" color="gray" onClick={cancel}>
          {texts.cancel}
        </Button>
      )}
      {children}
    </Group>
  );
}
