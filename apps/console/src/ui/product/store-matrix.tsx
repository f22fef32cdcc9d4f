"use client";

import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { fixTargetOf, isListingProblem } from "@highstreet/router/features/shelf/visibility.schema.ts";
import { Button, Popover, Switch, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import Link from "next/link";
import { channelName, reasonWords } from "../edits/product-words.ts";
import { useEditProduct, useIsEditing } from "../edits/use-edit-product.ts";
import { BusyButton } from "../parts/form.tsx";
import { money } from "../parts/formats.ts";
import { IconPencil } from "../parts/icons.tsx";
import { Panel } from "../parts/panel.tsx";
import record from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import { stockText } from "../products/stock-badge.tsx";
import { rulePath } from "../rules/rule-path.ts";
import { listingWords } from "../server-words/server-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import { SetStock } from "./set-stock.tsx";
import classes from "./store-matrix.module.css";
import { texts } from "./texts.ts";

type InStore = Product["stores"][number];

interface StoreMatrixProps {
  product: Product;
  name: string;
  editData: () => void;
}

export function StoreMatrix({ product, name, editData }: StoreMatrixProps) {
  const [first] = product.stores;
  const [shown, total] = [product.stores.length, product.storesTotal];
  const text = shown < total ? `${texts.stores.text} ${texts.stores.some(shown, total)}` : texts.stores.text;
  return (
    <Panel title={texts.stores.title} text={text}>
      <RecordTable
        label={texts.stores.title}
        columns={[
          texts.stores.store,
          { number: texts.stores.price },
          { number: texts.stores.quantity },
          texts.stores.visible,
          ...(first?.visibility.map(({ channel }) => channelName(channel)) ?? []),
        ]}
      >
        {product.stores.map((store) => (
          <StoreRow key={store.storeId} product={product} store={store} name={name} editData={editData} />
        ))}
      </RecordTable>
    </Panel>
  );
}

function StoreRow({ product, store, name, editData }: StoreMatrixProps & { store: InStore }) {
  const { may, whyNot } = useShop();
  const { hideIn, isPending, variables } = useEditProduct(product);
  const mayEdit = may("customizations.edit");
  const hidden = (isPending && variables.storeId ? variables.body.hidden : undefined) ?? store.hidden;
  const fixOf = ({ reasons: [reason] }: InStore["visibility"][number]) => reason?.fix && JSON.stringify(reason.fix);

  return (
    <tr role="row" className={record.row}>
      <th role="rowheader" scope="row" className={classes.store}>
        {store.storeName}
      </th>
      <td role="cell" data-label={texts.stores.price} className={record.number}>
        {money(store.price, store.currency)}
      </td>
      <td role="cell" data-label={texts.stores.quantity} className={record.number}>
        <StockCell barcode={product.barcode} store={store} />
      </td>
      <td role="cell" data-label={texts.stores.visible}>
        <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
          <Switch
            className={classes.toggle}
            size="md"
            aria-label={texts.stores.visibleIn(name, store.storeName)}
            checked={!hidden}
            disabled={!mayEdit}
            onChange={(event) => hideIn(store.storeId, !event.currentTarget.checked)}
          />
        </Tooltip>
      </td>
      {store.visibility.map((visibility, n) => (
        <td
          key={visibility.channel}
          role="cell"
          data-label={channelName(visibility.channel)}
          className={classes.channel}
        >
          <ChannelCell
            visibility={visibility}
            store={store}
            product={product}
            editData={editData}
            isFixedBefore={store.visibility.slice(0, n).some((before) => fixOf(before) === fixOf(visibility))}
          />
        </td>
      ))}
    </tr>
  );
}

function StockCell({ barcode, store }: { barcode: string; store: InStore }) {
  const { may } = useShop();
  const [isOpen, { toggle, close }] = useDisclosure();
  const text = stockText(store);
  if (!may("inventory.patchStock")) return text;
  return (
    <Popover opened={isOpen} onDismiss={close} width={300} trapFocus shadow="md">
      <Popover.Target>
        <Button
          className={classes.stock}
          size="compact-sm"
          variant="subtle"
          aria-label={texts.stock.change(store.storeName, text)}
          rightSection={<IconPencil size={14} aria-hidden="true" />}
          onClick={toggle}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SetStock barcode={barcode} store={store} done={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Reason = InStore["visibility"][number]["reasons"][number];

interface ChannelCellProps {
  visibility: InStore["visibility"][number];
  store: InStore;
  product: Product;
  editData: () => void;
}

/** What one channel shows of the product in one store: the first reason, and the button that changes it. */
function ChannelCell({
  isFixedBefore,
  ...rest
}: ChannelCellProps & {
  /** The button of an earlier channel makes the same call. */
  isFixedBefore: boolean;
}) {
  const { base, mayEditAll } = useShop();
  const { visibility, store, editData } = rest;
  const [reason] = visibility.reasons;
  if (!reason) return null;
  const { code, message, fix, rule } = reason;
  return (
    <div className={classes.cell}>
      <span
        className={classes.state}
        data-shown={visibility.visible || undefined}
        data-wrong={isListingProblem(code) || undefined}
      >
        <span className={classes.dot} aria-hidden="true" />
        {reasonWords(code)}
      </span>
      {isListingProblem(code) && (
        <span className={classes.why}>{listingWords({ code: fix ? "not_identifiable" : code, message })}</span>
      )}
      {rule && (
        <Link
          href={`${base}${rulePath({ id: rule.id, storeId: store.storeId })}`}
          className={`${classes.why} ${record.link}`}
        >
          {rule.name}
        </Link>
      )}
      {!isFixedBefore && <FixButton {...rest} reason={reason} />}
      {isListingProblem(code) && !fix && mayEditAll && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${texts.data.change}: ${channelName(visibility.channel)}, ${store.storeName}`}
          onClick={editData}
        >
          {texts.data.change}
        </Button>
      )}
    </div>
  );
}

/** The call in `fix`, as a button. A channel's set-up is a link to its page. */
function FixButton({ reason, visibility, store, product, editData }: ChannelCellProps & { reason: Reason }) {
  const { base, retailerId, may, mayEditAll } = useShop();
  const { mutate, editEverywhere } = useEditProduct(product);
  const isEditing = useIsEditing(product.barcode);
  const { code, fix } = reason;
  if (!fix) return null;
  const target = fixTargetOf(fix.path);
  const label = (target === "all stores" && texts.fixesForAll[code]) || texts.fixes[code];
  if (!label) return null;
  const name = `${label}: ${channelName(visibility.channel)}, ${store.storeName}`;
  if (target === "channels") {
    return (
      <Button
        component={Link}
        href={`${base}/channels?store=${store.storeId}`}
        size="compact-sm"
        variant="subtle"
        aria-label={name}
      >
        {label}
      </Button>
    );
  }
  if (target === "shelf") {
    return (
      <Button component={Link} href={`${base}/stores`} size="compact-sm" variant="subtle" aria-label={name}>
        {label}
      </Button>
    );
  }
  const isOfStore = target === "store" && !fix.missing.length;
  if (!(isOfStore ? may("customizations.edit") : mayEditAll)) return null;
  const { hidden, channels } = fix.body ?? {};
  const body = { hidden, channels };
  function apply(): void {
    if (fix?.missing.length) editData();
    else if (target === "store") mutate({ retailerId, storeId: store.storeId, barcode: product.barcode, body });
    else editEverywhere(body);
  }
  // The list of channels is that of the loaded product. A second edit waits until the product is loaded again.
  return (
    <BusyButton size="compact-sm" variant="subtle" aria-label={name} isBusy={isEditing} onClick={apply}>
      {label}
    </BusyButton>
  );
}
