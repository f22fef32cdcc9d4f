"use client";

import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { texts as all } from "./texts.ts";

const texts = all.pages;

interface TurnProps {
  page: { next: string | null; prev: string | null };
  /** The next page still loads, so these cursors belong to the page before. */
  isOld: boolean;
  to: (cursor: string) => void;
}

/** Buttons for the previous and the next page; nothing for a single page. */
export function Turn({ page: { next, prev }, isOld, to }: TurnProps) {
  if (!next && !prev) return null;
  const button = (cursor: string | null) => ({
    variant: "default",
    size: "xs",
    disabled: !cursor,
    "aria-disabled": isOld || undefined,
    onClick: () => cursor && !isOld && to(cursor),
  });
  return (
    <Group component="nav" aria-label={texts.label} justify="center">
      <Button {...button(prev)} leftSection={<IconChevronLeft size={16} aria-hidden="true" />}>
        {texts.previous}
      </Button>
      <Button {...button(next)} rightSection={<IconChevronRight size={16} aria-hidden="true" />}>
        {texts.next}
      </Button>
    </Group>
  );
}
