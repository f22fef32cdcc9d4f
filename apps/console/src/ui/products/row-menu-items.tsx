"use client";

import { Menu } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { LaterMenu } from "../frame/later-menu.tsx";
import { everywhereLabel } from "../frame/product-words.ts";
import type { PopupProps } from "../frame/use-popup.ts";
import { useShop } from "../shell/shop-context.tsx";

interface RowMenuItemsProps extends PopupProps {
  /** What the item does. */
  hidden: boolean;
  hideEverywhere: (hidden: boolean) => void;
}

/** The items of a product's menu. */
export function RowMenuItems({ hidden, hideEverywhere, ...popup }: RowMenuItemsProps) {
  const { may, whyNot } = useShop();
  const mayEdit = may("customizations.edit");
  return (
    <LaterMenu {...popup} position="bottom-end">
      <Menu.Item
        disabled={!mayEdit}
        title={mayEdit ? undefined : whyNot}
        leftSection={hidden ? <IconEyeOff size={16} aria-hidden="true" /> : <IconEye size={16} aria-hidden="true" />}
        onClick={() => hideEverywhere(hidden)}
      >
        {everywhereLabel(hidden)}
      </Menu.Item>
    </LaterMenu>
  );
}
