"use client";

import { Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clock, money, quantity } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import panel from "../frame/panel.module.css";
import { useTRPC } from "../frame/trpc.ts";
import { StockBadge } from "../products/stock-badge.tsx";
import { useStore } from "../shell/store-context.tsx";
import classes from "./inbox.module.css";
import { texts } from "./texts.ts";

/** The receiver's knowledge: the last received status and price of each item. */
export function Picture() {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const picture = useQuery(trpc.inbox.picture.queryOptions(ids));
  if (picture.isLoadingError)
    return <LoadFailed message={picture.error.message} retry={() => void picture.refetch()} />;
  if (!picture.data) return <Skeleton height={200} radius="lg" />;
  const { items, known } = picture.data;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {known === 0
          ? texts.nothing
          : `${texts.known(quantity(known))}${items.length < known ? texts.lastItems(items.length) : ""}`}
      </Text>
      {known > 0 && (
        <div className={`${panel.panel} ${classes.picture}`}>
          <Table verticalSpacing="xs" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.head.item}</Table.Th>
                <Table.Th>{texts.head.status}</Table.Th>
                <Table.Th ta="right">{texts.head.price}</Table.Th>
                <Table.Th className={classes.wide}>{texts.head.sequence}</Table.Th>
                <Table.Th className={classes.wide}>{texts.head.received}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((item) => (
                <Table.Tr key={item.barcode}>
                  <Table.Td>{item.barcode}</Table.Td>
                  <Table.Td>
                    <StockBadge status={item.status} />
                  </Table.Td>
                  <Table.Td ta="right">{money(item.price, item.currency)}</Table.Td>
                  <Table.Td className={classes.wide}>{texts.sequence(item.sequence)}</Table.Td>
                  <Table.Td className={classes.wide}>{clock(item.receivedAt, store.timezone)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  );
}
