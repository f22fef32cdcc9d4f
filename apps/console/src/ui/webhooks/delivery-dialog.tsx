"use client";

import { Modal } from "@mantine/core";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { texts } from "./texts.ts";

interface DeliveryDialogProps {
  /** undefined: the dialog is closed. */
  sequence: number | undefined;
  /** Shows another delivery, or closes the dialog. */
  open: (sequence: number | undefined) => void;
}

/** One delivery with all its calls, in a dialog. */
export function DeliveryDialog({ sequence, open }: DeliveryDialogProps) {
  return (
    <Modal
      opened={sequence !== undefined}
      onClose={() => open(undefined)}
      title={sequence !== undefined && texts.delivery.title(sequence)}
      size="xl"
    >
      {sequence !== undefined && <DeliveryDetail key={sequence} sequence={sequence} open={open} />}
    </Modal>
  );
}
