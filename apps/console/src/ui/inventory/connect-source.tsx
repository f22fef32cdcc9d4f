"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConnectForm } from "./connect-form.tsx";
import { texts } from "./texts.ts";

/** Opens the form for the source of the stock. */
export function ConnectSource({ source }: { source: SourceRecord }) {
  const [isOpen, form] = useDisclosure(false);
  return (
    <>
      <Button variant={source.provider ? "default" : "filled"} onClick={form.open}>
        {source.provider ? texts.source.change : texts.source.set}
      </Button>
      <Modal opened={isOpen} onClose={form.close} title={texts.source.form} size="lg">
        <ConnectForm source={source} done={form.close} cancel={form.close} />
      </Modal>
    </>
  );
}
