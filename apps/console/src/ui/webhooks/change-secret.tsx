"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { ChangeSecretForm } from "./change-secret-form.tsx";
import { type NewSecret, ShownSecret } from "./shown-secret.tsx";

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
        Change the secret
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={changed ? "Your new secret" : "Change the signing secret"}
        size="lg"
        closeOnClickOutside={!changed}
        closeOnEscape={!changed}
      >
        {changed ? <ShownSecret {...changed} done={close} /> : <ChangeSecretForm changed={setChanged} cancel={close} />}
      </Modal>
    </>
  );
}
