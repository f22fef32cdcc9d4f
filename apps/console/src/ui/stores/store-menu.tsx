"use client";

import type { StoreState } from "@highstreet/router/features/overview/overview.schema.ts";
import { ActionIcon, Anchor, Button, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { channelName } from "../edits/product-words.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { IconDots, IconEye, IconEyeOff, IconPencil, IconShieldCheck, IconTrash } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreDialog } from "./store-form.tsx";
import { type ShelfPart, StoreShelf, useEndPause } from "./store-shelf.tsx";
import classes from "./store-table.module.css";
import { texts } from "./texts.ts";

export function StoreMenu({ store }: { store: StoreState }) {
  const { may, whyNot } = useShop();
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const [shelf, setShelf] = useState<ShelfPart>();
  const resuming = useEndPause(store);
  const why = (mayDo: boolean) => ({ disabled: !mayDo, title: mayDo ? undefined : whyNot });
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" className={classes.more} aria-label={texts.actionsOf(store.name)}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden="true" />}
            {...why(may("stores.update"))}
            onClick={editing.open}
          >
            {texts.edit}
          </Menu.Item>
          {store.pausedUntil && (
            <Menu.Item
              leftSection={<IconEye size={16} aria-hidden="true" />}
              {...why(may("rules.changeShelf"))}
              onClick={() => resuming.mutate()}
            >
              {texts.pause.resume}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconEyeOff size={16} aria-hidden="true" />}
            {...why(may("rules.changeShelf"))}
            onClick={() => setShelf("pause")}
          >
            {store.pausedUntil ? texts.pause.edit : texts.pause.open}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldCheck size={16} aria-hidden="true" />}
            {...why(may("rules.changeShelf"))}
            onClick={() => setShelf("safetyStock")}
          >
            {texts.safetyStock.open}
          </Menu.Item>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            {...why(may("stores.delete"))}
            onClick={deleting.open}
          >
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <StoreDialog storeId={store.id} isOpen={isEditing} close={editing.close} />
      <StoreShelf store={store} part={shelf} close={() => setShelf(undefined)} />
      <DeleteStore store={store} isOpen={isDeleting} close={deleting.close} />
    </>
  );
}

interface DeleteStoreProps {
  store: Pick<StoreState, "id" | "name" | "channels">;
  isOpen: boolean;
  close: () => void;
}

/** Deletes a store after its name was typed. */
function DeleteStore({ store, isOpen, close }: DeleteStoreProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={texts.deleteTitle(store.name)}>
      {isOpen &&
        (store.channels.length > 0 ? (
          <ChannelsFirst store={store} close={close} />
        ) : (
          <DeleteStoreForm store={store} close={close} />
        ))}
    </Modal>
  );
}

/** The router refuses to delete a store with channels. */
function ChannelsFirst({ store, close }: Omit<DeleteStoreProps, "isOpen">) {
  const { base } = useShop();
  return (
    <Stack align="start">
      <Text size="sm">{texts.channelsFirst}</Text>
      <ul>
        {store.channels.map(({ id }) => (
          <li key={id}>
            <Anchor component={Link} href={`${base}/channels?store=${store.id}`}>
              {channelName(id)}
            </Anchor>
          </li>
        ))}
      </ul>
      <Button variant="default" data-autofocus onClick={close}>
        {texts.close}
      </Button>
    </Stack>
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
    <Form
      submit={() => {
        if (isTyped && !deleting.isPending) deleting.mutate({ retailerId, storeId: store.id });
      }}
    >
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
    </Form>
  );
}
