"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { ChangeSecretForm } from "./change-secret-form.tsx";
import { type NewSecret, ShownSecret } from "./shown-secret.tsx";
import { texts } from "./texts.ts";

const words = texts.changeSecret;

/** Opens the change of the signing secret. The new secret is shown until this closes. */
export function ChangeSecret() {
  const [isOpen, dialog] = useDisclosure(false);
  const [changed, setChanged] = useState<NewSecret>();
  const close = () => {
    setChanged(undefined);
    dialog.close();
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {words.button}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={changed ? words.done : words.title}
        size="lg"
        closeOnClickOutside={!changed}
        closeOnEscape={!changed}
      >
        {changed ? <ShownSecret {...changed} done={close} /> : <ChangeSecretForm changed={setChanged} cancel={close} />}
      </Modal>
    </>
  );
}
