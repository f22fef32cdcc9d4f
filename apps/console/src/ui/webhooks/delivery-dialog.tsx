"use client";

import { Modal } from "@mantine/core";
import { DeliveryDetail } from "./delivery-detail.tsx";

interface DeliveryDialogProps {
  /** undefined: none is shown. */
  sequence: number | undefined;
  /** Shows another, or none. */
  open: (sequence: number | undefined) => void;
}

/** One delivery with all its calls, above the page. */
export function DeliveryDialog({ sequence, open }: DeliveryDialogProps) {
  return (
    <Modal
      opened={sequence !== undefined}
      onClose={() => open(undefined)}
      title={sequence !== undefined && `Delivery ${sequence}`}
      size="xl"
    >
      {sequence !== undefined && <DeliveryDetail key={sequence} sequence={sequence} open={open} />}
    </Modal>
  );
}
