import { Button, Group, Text } from "@mantine/core";

interface NothingFoundProps {
  /** What is said where the whole list was looked through. */
  text: string;
  /** Leads on from an empty page; null: there is nothing behind it. */
  next: string | null;
  isLooking: boolean;
  look: (cursor: string) => void;
}

/** Stands where a page has no match: there is none, or not yet. */
export function NothingFound({ text, next, isLooking, look }: NothingFoundProps) {
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {next === null ? text : "No match so far. There is more to look through."}
      </Text>
      {next !== null && (
        <Button size="xs" variant="default" loading={isLooking} onClick={() => look(next)}>
          Look further
        </Button>
      )}
    </Group>
  );
}
