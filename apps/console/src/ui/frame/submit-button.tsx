"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { ReactNode } from "react";

/**
 * Submits a form with a password. It is off until React handles the form. An earlier submission would put the fields into the page's
 * address.
 */
export function SubmitButton({ children, ...props }: Omit<ButtonProps, "disabled"> & { children: ReactNode }) {
  const isMounted = useMounted();
  return (
    <Button type="submit" size="md" disabled={!isMounted} {...props}>
      {children}
    </Button>
  );
}
