"use client";

import { Modal, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreForm } from "./store-form.tsx";
import { texts } from "./texts.ts";

interface StoreDialogProps {
  /** The store to edit; missing: a new store. */
  storeId?: string;
  isOpen: boolean;
  close: () => void;
}

/** The form of a store in a dialog. */
export function StoreDialog({ storeId, isOpen, close }: StoreDialogProps) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const store = useQuery({
    ...trpc.stores.get.queryOptions({ retailerId, storeId: storeId ?? "" }),
    enabled: isOpen && storeId !== undefined,
  });
  const title = storeId ? texts.editTitle(store.data?.name ?? "") : texts.addTitle;
  return (
    <Modal opened={isOpen} onClose={close} title={title} size="lg">
      {store.error && <LoadFailed message={store.error.message} retry={() => void store.refetch()} />}
      {storeId && store.isPending && <Skeleton height={320} radius="md" />}
      {isOpen && (!storeId || store.data) && <StoreForm store={store.data} done={close} cancel={close} />}
    </Modal>
  );
}
