import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { texts } from "./texts.ts";

/** One message at a time: a later edit replaces the message of the one before. */
const ID = "last-edit";

const LONG_MS = 10_000;
const SHORT_MS = 3_000;

/** Shows what the last edit did, with a button that takes the edit back. */
export function showEdit(message: string, undo?: () => void): void {
  const shown = {
    id: ID,
    autoClose: undo ? LONG_MS : SHORT_MS,
    loading: false,
    color: undefined,
    title: undefined,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{message}</span>
        {undo && (
          <Button variant="subtle" size="compact-sm" mih={36} onClick={undo}>
            {texts.undo.button}
          </Button>
        )}
      </Group>
    ),
  };
  notifications.update(shown);
  notifications.show(shown);
}

/** Shows the progress of an edit that still runs. */
export function showProgress(message: string): void {
  const shown = { id: ID, autoClose: false as const, loading: true, color: undefined, title: undefined, message };
  notifications.update(shown);
  notifications.show(shown);
}

/** Shows why an edit was not made. */
export function showRefusal(title: string, message: string): void {
  const shown = { id: ID, autoClose: LONG_MS, loading: false, color: "red", title, message };
  notifications.update(shown);
  notifications.show(shown);
}
