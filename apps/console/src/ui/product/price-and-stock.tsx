"use client";

import type { ItemStates, Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { day, exactMoment, money } from "../parts/formats.ts";
import { Panel } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { StockBadge } from "../products/stock-badge.tsx";
import { useShop, useTimeZone } from "../shell/shop-context.tsx";
import classes from "./price-and-stock.module.css";
import { useStoreOf } from "./product-data.tsx";
import { texts } from "./texts.ts";

const words = texts.states;
const SHOWN_CHANGES = 5;
const WIDTH = 1_000;
const HEIGHT = 100;

/** What customers saw of a product in one store: its price and its stock over time, and the last changes. */
export function PriceAndStock({ product }: { product: Product }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const timeZone = useTimeZone();
  const own = useStoreOf(product);
  const [chosen, setChosen] = useState(own ?? product.stores[0]?.storeId ?? "");
  const query = { retailerId, storeId: chosen, barcode: product.barcode };
  const { data: states } = useQuery({ ...trpc.inventory.itemStates.queryOptions(query), enabled: chosen !== "" });
  if (!states) return null;
  return (
    <Panel
      title={words.title}
      text={words.text}
      aside={
        product.stores.length > 1 && (
          <NativeSelect
            aria-label={texts.stores.store}
            data={product.stores.map(({ storeId, storeName }) => ({ value: storeId, label: storeName }))}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )
      }
    >
      {states.length ? <Chart states={states} /> : <Text c="dimmed">{words.none}</Text>}
      <ul className={classes.changes}>
        {states
          .slice(-SHOWN_CHANGES)
          .toReversed()
          .map(({ at, price, currency, status }) => (
            <li key={`${at} ${price} ${status}`}>
              <time dateTime={at}>{exactMoment(at, timeZone)}</time>
              <span>{money(price, currency)}</span>
              <StockBadge status={status} />
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function Chart({ states }: { states: ItemStates }) {
  const timeZone = useTimeZone();
  const [now] = useState(Date.now);
  const [first, last] = [states[0], states.at(-1)];
  if (!first || !last) return null;
  const start = Date.parse(first.at);
  const xOf = (at: number) => ((at - start) / Math.max(now - start, 1)) * WIDTH;
  const spans = states.map((state, n) => {
    const [from, to] = [Date.parse(state.at), Date.parse(states[n + 1]?.at ?? "") || now];
    return { ...state, x: xOf(from), width: Math.max(xOf(to) - xOf(from), 0) };
  });
  const prices = states.map(({ price }) => price);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const yOf = (price: number) => (most === least ? HEIGHT / 2 : HEIGHT - ((price - least) / (most - least)) * HEIGHT);
  const steps = spans.flatMap(({ x, width, price }) => [`${x},${yOf(price)}`, `${x + width},${yOf(price)}`]);
  const priceText = (price: number) => money(price, last.currency);
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={words.summary(day(first.at, timeZone), priceText(first.price), priceText(last.price))}
    >
      <div className={classes.scale} aria-hidden="true">
        <span>{priceText(most)}</span>
        {most !== least && <span>{priceText(least)}</span>}
      </div>
      <svg
        className={classes.price}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={steps.join(" ")} vectorEffect="non-scaling-stroke" />
      </svg>
      <svg className={classes.stock} viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true">
        {spans.map(({ x, width, status, at }) => (
          <rect key={`${at} ${x}`} data-status={status} x={x} width={width} height={1} />
        ))}
      </svg>
      <div className={classes.days} aria-hidden="true">
        <span>{day(first.at, timeZone)}</span>
        <span>{words.today}</span>
      </div>
    </div>
  );
}
