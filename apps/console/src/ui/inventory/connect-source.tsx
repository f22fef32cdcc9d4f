"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConnectForm } from "./connect-form.tsx";

/** Opens the form for the source of the stock. */
export function ConnectSource({ source }: { source: SourceRecord }) {
  const [isOpen, form] = useDisclosure(false);
  return (
    <>
      <Button variant={source.provider ? "default" : "filled"} onClick={form.open}>
        {source.provider ? "Change the source of stock" : "Set up the source of stock"}
      </Button>
      <Modal opened={isOpen} onClose={form.close} title="Source of stock" size="lg">
        <ConnectForm source={source} done={form.close} cancel={form.close} />
      </Modal>
    </>
  );
}
