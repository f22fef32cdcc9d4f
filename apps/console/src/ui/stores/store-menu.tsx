"use client";

import type { StoreState } from "@highstreet/router/features/overview/overview.schema.ts";
import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useShop } from "../shell/shop-context.tsx";
import { DeleteStore } from "./delete-store.tsx";
import { StoreDialog } from "./store-dialog.tsx";
import classes from "./store-table.module.css";
import { texts } from "./texts.ts";

/** The actions on a store. */
export function StoreMenu({ store }: { store: StoreState }) {
  const { may, whyNot } = useShop();
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
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
      <DeleteStore store={store} isOpen={isDeleting} close={deleting.close} />
    </>
  );
}
