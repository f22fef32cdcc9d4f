"use client";

import { Radio, Stack } from "@mantine/core";
import { texts } from "./texts.ts";
import type { Mode } from "./use-upload.ts";

const words = texts.modes;

const modes: { mode: Mode; label: string; description: string }[] = [
  {
    mode: "update",
    label: words.update,
    description: words.updateText,
  },
  {
    mode: "replace",
    label: words.replace,
    description: words.replaceText,
  },
];

export function ModeChoice({ mode, setMode }: { mode: Mode; setMode: (mode: Mode) => void }) {
  return (
    <Radio.Group
      label={words.label}
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
