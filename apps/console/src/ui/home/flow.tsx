"use client";

import type { ProductCounts } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { channelName, reasonWords } from "../edits/product-words.ts";
import { quantity } from "../parts/formats.ts";
import { LoadFailed } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { noFilters, type ProductFilters, queryOf } from "../products/product-address.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import classes from "./flow.module.css";
import { texts } from "./texts.ts";

/** The way of the products from the shelf to customers. Each number leads to the list of its products. */
export function Flow() {
  const trpc = useTRPC();
  const { retailerId, stores } = useShop();
  const store = useChosenStore();
  const counts = useQuery(trpc.inventory.countProducts.queryOptions({ retailerId, storeId: store?.id }));
  const words = texts.flow;
  const note = counts.data?.isCut ? words.cut : !store && stores.total > 1 ? words.several : undefined;
  return (
    <Panel title={words.title} aside={stores.total > 1 && <StoreChip store={store ?? null} hasAll />}>
      {counts.isLoadingError && <LoadFailed message={counts.error.message} retry={() => void counts.refetch()} />}
      {counts.isPending && <Skeleton height={260} radius="md" />}
      {counts.data && <Stages counts={counts.data} />}
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Panel>
  );
}

function Stages({ counts }: { counts: ProductCounts }) {
  const words = texts.flow;
  const { products, shown, hidden, outOfStock, channels } = counts;
  const shareOf = (number: number) => (products ? number / products : 0);
  return (
    <ol className={classes.flow} aria-label={words.title}>
      <Stage label={words.products} number={products} filters={{}}>
        <Part label={reasonWords("OutOfStock")} number={outOfStock} filters={{ status: "out_of_stock" }} />
      </Stage>
      <Ribbons shares={[shareOf(shown)]} />
      <Stage label={words.shown} number={shown} share={shareOf(shown)} filters={{ hidden: false }}>
        <Part label={reasonWords("Hidden")} number={hidden} filters={{ hidden: true }} />
      </Stage>
      <Ribbons shares={channels.map((channel) => shareOf(channel.shown))} />
      <li className={classes.last}>
        <ul className={classes.channels}>
          {channels.map((channel) => (
            <Channel key={channel.id} channel={channel} share={shareOf(channel.shown)} />
          ))}
        </ul>
      </li>
    </ol>
  );
}

type ChannelCounts = ProductCounts["channels"][number];

function Channel({ channel: { id, isOn, shown, refused, reasons }, share }: { channel: ChannelCounts; share: number }) {
  const { base } = useShop();
  const words = texts.flow;
  if (!isOn)
    return (
      <li className={classes.stage} data-off>
        <Link className={classes.off} href={`${base}/channels`}>
          {channelName(id)} · {reasonWords("ChannelNotEnabled")}
        </Link>
      </li>
    );
  return (
    <Stage label={words.on[id]} number={shown} share={share} filters={{ shownOn: id }}>
      <Part label={words.refused} number={refused} filters={{ notShownOn: id, because: "ListingRefused" }} isBad />
      {reasons.map(({ because, products }) => (
        <Part key={because} label={reasonWords(because)} number={products} filters={{ notShownOn: id, because }} />
      ))}
    </Stage>
  );
}

interface PartProps {
  label: string;
  number: number;
  filters: Partial<ProductFilters>;
}

function useListOf(filters: Partial<ProductFilters>): string {
  const { base } = useShop();
  const store = useChosenStore();
  return `${base}/products?${queryOf({ ...noFilters, store: store?.id ?? null, ...filters })}`;
}

interface StageProps extends PartProps {
  share?: number;
  children: ReactNode;
}

function Stage({ label, number, share = 1, filters, children }: StageProps) {
  return (
    <li className={classes.stage}>
      <Link className={classes.figure} href={useListOf(filters)}>
        <b>{quantity(number)}</b> {label}
      </Link>
      <span className={classes.bar} aria-hidden="true" style={{ inlineSize: `${share * 100}%` }} />
      <ul className={classes.parts}>{children}</ul>
    </li>
  );
}

/** Products that go no further. */
function Part({ label, number, filters, isBad }: PartProps & { isBad?: boolean }) {
  const href = useListOf(filters);
  if (number === 0) return null;
  return (
    <li>
      <Link className={classes.part} href={href} data-bad={isBad}>
        <b>{quantity(number)}</b> {label}
      </Link>
    </li>
  );
}

/** From one stage to the parts of the next: as high as the share of the products that goes on. */
function Ribbons({ shares }: { shares: number[] }) {
  const height = 100 / shares.length;
  return (
    <li className={classes.ribbons} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {shares.map((share, n) => {
          const [from, to] = [height * n, height * (n + 1)];
          const [middle, half] = [(from + to) / 2, (height * share) / 2];
          const [top, end] = [middle - half, middle + half];
          const path = `M0 ${from}C50 ${from} 50 ${top} 100 ${top}V${end}C50 ${end} 50 ${to} 0 ${to}Z`;
          // biome-ignore lint/suspicious/noArrayIndexKey: the channels have a fixed order.
          return <Fragment key={n}>{share > 0 && <path d={path} />}</Fragment>;
        })}
      </svg>
    </li>
  );
}
