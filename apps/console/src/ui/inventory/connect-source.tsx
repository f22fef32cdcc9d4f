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
        {source.provider ? "Change how stock comes in" : "Set up how stock comes in"}
      </Button>
      <Modal opened={isOpen} onClose={form.close} title="How stock comes in" size="lg">
        <ConnectForm source={source} done={form.close} />
      </Modal>
    </>
  );
}
