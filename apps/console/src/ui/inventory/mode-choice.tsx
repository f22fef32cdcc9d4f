"use client";

import { Radio, Stack } from "@mantine/core";
import type { Mode } from "./use-upload.ts";

const modes: { mode: Mode; label: string; description: string }[] = [
  {
    mode: "update",
    label: "Update",
    description: "Products in the file get its prices and quantities. All others stay as they are.",
  },
  {
    mode: "replace",
    label: "Replace",
    description: "The file lists everything in stock. Products that are not in it go out of stock at once.",
  },
];

/** The choice for products that are not in the file. */
export function ModeChoice({ mode, setMode }: { mode: Mode; setMode: (mode: Mode) => void }) {
  return (
    <Radio.Group
      label="What the file means"
      value={mode}
      onChange={(value) => setMode(value === "replace" ? "replace" : "update")}
    >
      <Stack gap="xs" mt={6}>
        {modes.map(({ mode: value, label, description }) => (
          <Radio key={value} value={value} label={label} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
