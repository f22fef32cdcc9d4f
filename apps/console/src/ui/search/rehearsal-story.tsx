"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Text } from "@mantine/core";
import { quantity } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";

/** Explains that this is the sandbox, its speed, and its behaviour for this location. */
export function RehearsalStory({ rehearsal: { speed, story } }: { rehearsal: NonNullable<SearchSetup["rehearsal"]> }) {
  return (
    <Notice tone="info">
      <Text size="sm" fw={600}>
        Demo: Google is simulated
        {speed === 1 ? "." : `, ${quantity(speed)} times faster than in real life.`}
      </Text>
      {story}
    </Notice>
  );
}
