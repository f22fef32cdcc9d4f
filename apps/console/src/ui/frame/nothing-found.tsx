import { Group, Text } from "@mantine/core";
import { BusyButton } from "./busy-button.tsx";
import { texts } from "./texts.ts";

interface NothingFoundProps {
  /** The text after a search of the whole list. */
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
      <Text size="sm" c="dimmed" role="status">
        {next === null ? text : texts.search.noneSoFar}
      </Text>
      {next !== null && (
        <BusyButton size="xs" variant="default" isBusy={isLooking} onClick={() => look(next)}>
          {texts.search.rest}
        </BusyButton>
      )}
    </Group>
  );
}
