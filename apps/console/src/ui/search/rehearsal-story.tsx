"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Text } from "@mantine/core";
import { quantity } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { texts } from "./texts.ts";

/** Explains that this is the sandbox, its speed, and its behaviour for this location. */
export function RehearsalStory({ rehearsal: { speed, story } }: { rehearsal: NonNullable<SearchSetup["rehearsal"]> }) {
  return (
    <Notice tone="info">
      <Text size="sm" fw={600}>
        {speed === 1 ? texts.demo : texts.fastDemo(quantity(speed))}
      </Text>
      {story}
    </Notice>
  );
}
