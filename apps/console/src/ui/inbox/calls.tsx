"use client";

import { Code, Skeleton, Table, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InboxCall } from "../../server/inbox/inbox-store.ts";
import { clock, money, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconChevronRight, IconInbox, IconShieldCheck, IconShieldX } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import panel from "../parts/panel.module.css";
import { Blank } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { StockBadge } from "../products/stock-badge.tsx";
import { useStore } from "../shell/shop-context.tsx";
import classes from "./inbox.module.css";
import { texts } from "./texts.ts";

export function CallList({ calls, received, wrong }: { calls: InboxCall[]; received: number; wrong: number }) {
  const [opened, setOpened] = useState<number>();
  if (calls.length === 0) {
    return <Blank icon={<IconInbox size={28} stroke={1.6} />} title={texts.noCalls} text={texts.noCallsText} />;
  }
  return (
    <>
      <Hint mb="xs" role="status">
        {texts.received(received, wrong === 0 ? texts.allValid : texts.invalid(quantity(wrong)))}
        {calls.length < received && texts.last(calls.length)}
      </Hint>
      <ol className={`${panel.panel} ${classes.calls}`} aria-label={texts.calls}>
        {calls.map((call) => (
          <Call
            key={call.number}
            call={call}
            isOpen={opened === call.number}
            toggle={() => setOpened(opened === call.number ? undefined : call.number)}
          />
        ))}
      </ol>
    </>
  );
}

function Call({ call, isOpen, toggle }: { call: InboxCall; isOpen: boolean; toggle: () => void }) {
  const { store } = useStore();
  const Mark = call.verified ? IconShieldCheck : IconShieldX;
  return (
    <li className={classes.call}>
      <UnstyledButton className={classes.line} onClick={toggle} aria-expanded={isOpen}>
        <IconChevronRight size={16} aria-hidden="true" className={classes.chevron} data-open={isOpen || undefined} />
        <time className={classes.time} dateTime={call.receivedAt}>
          {clock(call.receivedAt, store.timezone)}
        </time>
        <span className={classes.action}>{call.action ?? texts.unreadable}</span>
        <span className={classes.item}>{call.barcode}</span>
        <span className={classes.status}>{call.status && <StockBadge status={call.status} />}</span>
        <span className={classes.price}>
          {call.price !== null && call.currency !== null && money(call.price, call.currency)}
        </span>
        <span className={classes.sequence}>{call.sequence !== null && texts.sequence(call.sequence)}</span>
        <span className={classes.mark} data-verified={call.verified}>
          <Mark size={18} stroke={1.8} aria-hidden="true" />
          {call.verified ? texts.valid : texts.wrong}
        </span>
      </UnstyledButton>
      {isOpen && (
        <Code block className={classes.body}>
          {call.body || texts.noBody}
        </Code>
      )}
    </li>
  );
}

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
      <Hint mb="xs" role="status">
        {known === 0
          ? texts.nothing
          : `${texts.known(quantity(known))}${items.length < known ? texts.lastItems(items.length) : ""}`}
      </Hint>
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
