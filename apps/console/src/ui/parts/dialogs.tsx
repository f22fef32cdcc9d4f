import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import type { ReactNode } from "react";
import { Form, FormButtons } from "./form.tsx";
import { texts } from "./texts.ts";

interface Question {
  title: string;
  text: ReactNode;
  confirm: string;
  cancel?: string;
  isRemoval?: boolean;
  onConfirm: () => void;
}

/** Asks before an action. */
export function openQuestion({
  title,
  text,
  confirm,
  cancel = texts.cancel,
  isRemoval = false,
  onConfirm,
}: Question): void {
  const close = () => modals.close(id);
  const id = modals.open({
    title,
    children: (
      <Form
        submit={() => {
          close();
          onConfirm();
        }}
      >
        <Text size="sm" component="div">
          {text}
        </Text>
        <FormButtons
          submit={confirm}
          cancel={close}
          cancelLabel={cancel}
          isBusy={false}
          {...(isRemoval && { color: "red.9" })}
        />
      </Form>
    ),
  });
}

/** No dialog opens over another. */
export const isDialogOpen = (): boolean => document.querySelector("[aria-modal=true]") !== null;

/** Shows something once. Only a button in `content` and the cross close it (`modals.closeAll`). */
export function openDialog(title: string, content: ReactNode): void {
  modals.open({ title, children: content, size: "lg", closeOnClickOutside: false, closeOnEscape: false });
}
