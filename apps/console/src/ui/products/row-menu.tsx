"use client";

import type { ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconEye, IconEyeOff } from "@tabler/icons-react";
import { everywhereLabel } from "../frame/product-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./product-table.module.css";
import { texts } from "./texts.ts";

interface RowMenuProps {
  product: ProductSummary;
  name: string;
  hideEverywhere: (hidden: boolean) => void;
}

/** The less frequent actions on a product. */
export function RowMenu({ product, name, hideEverywhere }: RowMenuProps) {
  const { may, whyNot } = useShop();
  const hidden = !product.hiddenEverywhere;
  const mayEdit = may("customizations.edit");
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" className={classes.more} aria-label={texts.actionsOf(name)}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={!mayEdit}
          title={mayEdit ? undefined : whyNot}
          leftSection={hidden ? <IconEyeOff size={16} aria-hidden="true" /> : <IconEye size={16} aria-hidden="true" />}
          onClick={() => hideEverywhere(hidden)}
        >
          {everywhereLabel(hidden)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
