import { Text, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";

/** A small grey text. */
export function Hint(props: TextProps & { role?: "status"; children: ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />;
}
