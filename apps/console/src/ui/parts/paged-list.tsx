"use client";

import { Button, Group } from "@mantine/core";
import { BusyButton } from "./form.tsx";
import { Hint } from "./hint.tsx";
import { IconChevronLeft, IconChevronRight } from "./icons.tsx";
import { texts } from "./texts.ts";

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
    <Group component="nav" aria-label={texts.pages.label} justify="center">
      <Button {...button(prev)} leftSection={<IconChevronLeft size={16} aria-hidden="true" />}>
        {texts.pages.previous}
      </Button>
      <Button {...button(next)} rightSection={<IconChevronRight size={16} aria-hidden="true" />}>
        {texts.pages.next}
      </Button>
    </Group>
  );
}

interface NothingFoundProps {
  text: string;
  /** The cursor after an empty page; null at the end of the list. */
  next: string | null;
  isLooking: boolean;
  look: (cursor: string) => void;
}

/** Replaces a page without a match, at the end of the list or before it. */
export function NothingFound({ text, next, isLooking, look }: NothingFoundProps) {
  return (
    <Group gap="sm">
      <Hint role="status">{next === null ? text : texts.search.noneSoFar}</Hint>
      {next !== null && (
        <BusyButton size="xs" variant="default" isBusy={isLooking} onClick={() => look(next)}>
          {texts.search.rest}
        </BusyButton>
      )}
    </Group>
  );
}

/** Maximum number of parts of a list that one page reads. */
const MAX_READS = 20;

interface Page {
  data: unknown[];
  next: string | null;
}

/**
 * Reads a page of a list that the server searches in parts, and skips parts without a match. An empty page with `next` means
 * that parts of the list are left to search.
 */
export async function skipEmptyParts<Part extends Page>(
  read: (after: string | undefined) => Promise<Part>,
  after: string | undefined,
): Promise<Part> {
  let part = await read(after);
  for (let reads = 1; part.data.length === 0 && part.next !== null && reads < MAX_READS; reads++) {
    part = await read(part.next);
  }
  return part;
}
