"use client";

import type { StoreState } from "@highstreet/router/features/overview/overview.schema.ts";
import { Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

interface DeleteStoreProps {
  store: Pick<StoreState, "id" | "name">;
  isOpen: boolean;
  close: () => void;
}

/** Deletes a store after its name was typed. */
export function DeleteStore({ store, isOpen, close }: DeleteStoreProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={texts.deleteTitle(store.name)}>
      {isOpen && <DeleteStoreForm store={store} close={close} />}
    </Modal>
  );
}

function DeleteStoreForm({ store, close }: Omit<DeleteStoreProps, "isOpen">) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId } = useShop();
  const [typed, setTyped] = useState("");
  const deleting = useMutation(
    trpc.stores.delete.mutationOptions({
      onSuccess: async () => {
        await Promise.all([trpc.stores, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
        router.refresh();
        showToast({ message: texts.deleted(store.name) });
        close();
      },
    }),
  );
  const isTyped = typed.trim() === store.name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && !deleting.isPending) deleting.mutate({ retailerId, storeId: store.id });
      }}
    >
      <Stack>
        <Text size="sm">{texts.deleteText}</Text>
        <TextInput
          data-autofocus
          label={texts.typeName(store.name)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {deleting.error && <Notice tone="error">{deleting.error.message}</Notice>}
        <FormButtons
          submit={texts.deleteStore}
          color="red"
          disabled={!isTyped}
          isBusy={deleting.isPending}
          cancel={close}
        />
      </Stack>
    </form>
  );
}
