"use client";

import type { Store } from "@highstreet/router/core/stores/stores.schema.ts";
import { Modal, Skeleton } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
    // The form has all fields and saves all of them, so it must not begin with old ones.
    staleTime: 0,
  });
  const title = storeId ? texts.editTitle(store.data?.name ?? "") : texts.addTitle;
  return (
    <Modal opened={isOpen} onClose={close} title={title} size="lg">
      {isOpen && !storeId && <StoreForm store={undefined} done={close} cancel={close} />}
      {isOpen && storeId && <EditedStore store={store} close={close} />}
    </Modal>
  );
}

/** The form of a store, with the data that was loaded after the dialog opened. */
function EditedStore({ store, close }: { store: UseQueryResult<Store, { message: string }>; close: () => void }) {
  const [loaded, setLoaded] = useState<Store>();
  if (!loaded && store.isSuccess && store.fetchStatus === "idle") setLoaded(store.data);
  if (loaded) return <StoreForm store={loaded} done={close} cancel={close} />;
  if (store.error) return <LoadFailed message={store.error.message} retry={() => void store.refetch()} />;
  return <Skeleton height={320} radius="md" />;
}
