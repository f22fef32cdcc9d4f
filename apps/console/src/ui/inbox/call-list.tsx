"use client";

import { Code, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconInbox, IconShieldCheck, IconShieldX } from "@tabler/icons-react";
import { useState } from "react";
import type { InboxCall } from "../../server/inbox/inbox-call.ts";
import { Blank } from "../frame/blank.tsx";
import { clock, money, quantity } from "../frame/formats.ts";
import panel from "../frame/panel.module.css";
import { StockBadge } from "../products/stock-badge.tsx";
import { useStore } from "../shell/store-context.tsx";
import classes from "./inbox.module.css";
import { texts } from "./texts.ts";

/** The received calls, newest first. Each opens to its raw body. */
export function CallList({ calls, received, wrong }: { calls: InboxCall[]; received: number; wrong: number }) {
  const [opened, setOpened] = useState<number>();
  if (calls.length === 0) {
    return <Blank icon={<IconInbox size={28} stroke={1.6} />} title={texts.noCalls} text={texts.noCallsText} />;
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {texts.received(received, wrong === 0 ? texts.allValid : texts.invalid(quantity(wrong)))}
        {calls.length < received && texts.last(calls.length)}
      </Text>
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
