"use client";

import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";

interface TurnProps {
  page: { next: string | null; prev: string | null };
  /** The page asked for is still on its way: the cursors shown are those of the one before. */
  isOld: boolean;
  to: (cursor: string) => void;
}

/** Leads to the pages before and behind; nothing where there is one page. */
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
    <Group component="nav" aria-label="Pages" justify="center">
      <Button {...button(prev)} leftSection={<IconChevronLeft size={16} aria-hidden="true" />}>
        Previous
      </Button>
      <Button {...button(next)} rightSection={<IconChevronRight size={16} aria-hidden="true" />}>
        Next
      </Button>
    </Group>
  );
}
