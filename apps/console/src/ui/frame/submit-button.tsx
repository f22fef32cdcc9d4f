"use client";

import { useMounted } from "@mantine/hooks";
import { BusyButton, type BusyButtonProps } from "./busy-button.tsx";

/**
 * Submits a form with a password. It is off until React handles the form. An earlier submission would put the fields into the page's
 * address.
 */
export function SubmitButton(props: Omit<BusyButtonProps, "disabled" | "type">) {
  const isMounted = useMounted();
  return <BusyButton type="submit" size="md" disabled={!isMounted} {...props} />;
}
