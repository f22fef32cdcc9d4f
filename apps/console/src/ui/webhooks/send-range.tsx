"use client";

import { Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SendRangeForm } from "./send-range-form.tsx";
import { texts } from "./texts.ts";
import { WriteButton } from "./write-button.tsx";

/** Opens the form that sends a range of deliveries again. */
export function SendRange() {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <WriteButton variant="default" size="xs" onClick={dialog.open}>
        {texts.resend.button}
      </WriteButton>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.resend.button} size="lg">
        <SendRangeForm done={dialog.close} />
      </Modal>
    </>
  );
}
