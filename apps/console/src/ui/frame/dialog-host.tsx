"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { closeDialog, type Dialog } from "./dialogs.ts";
import { useOpenAfterMount } from "./use-popup.ts";

/** Shows the dialogs of `openDialog`. */
export function DialogHost({ isOpen, dialog: { title, content, question } }: { isOpen: boolean; dialog: Dialog }) {
  return (
    <Modal
      opened={useOpenAfterMount(isOpen)}
      onClose={closeDialog}
      title={title}
      {...(!question && { size: "lg", closeOnClickOutside: false, closeOnEscape: false })}
    >
      {question ? (
        <Stack gap="md">
          <Text size="sm">{content}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={closeDialog}>
              {question.cancel}
            </Button>
            <Button
              {...(question.isRemoval && { color: "red" })}
              onClick={() => {
                closeDialog();
                question.onConfirm();
              }}
            >
              {question.confirm}
            </Button>
          </Group>
        </Stack>
      ) : (
        content
      )}
    </Modal>
  );
}
