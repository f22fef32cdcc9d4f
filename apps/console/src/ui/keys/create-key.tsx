"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { CreateKeyForm } from "./create-key-form.tsx";
import { ShownKey } from "./shown-key.tsx";
import { texts } from "./texts.ts";

/** Opens the form of a new key. The key is shown until this closes. */
export function CreateKey() {
  const [isOpen, dialog] = useDisclosure(false);
  const [made, setMade] = useState<string>();
  const close = () => {
    setMade(undefined);
    dialog.close();
  };
  return (
    <>
      <Button leftSection={<IconKey size={18} aria-hidden="true" />} onClick={dialog.open}>
        {texts.create}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={made ? texts.newKey : texts.create}
        size="lg"
        closeOnClickOutside={!made}
        closeOnEscape={!made}
      >
        {made ? <ShownKey apiKey={made} done={close} /> : <CreateKeyForm made={setMade} cancel={close} />}
      </Modal>
    </>
  );
}
