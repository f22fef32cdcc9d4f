"use client";

import type { ChannelRecord } from "@highstreet/router/channels/channels.schema.ts";
import { Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { CopyText } from "../frame/copy-text.tsx";
import { moment, money } from "../frame/formats.ts";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./channel-card.module.css";
import { textOf } from "./parameters.ts";

/** What is set for a channel, and what comes next. */
export function ChannelFacts({ record }: { record: ChannelRecord }) {
  const { store } = useShop();
  const facts = factsOf(record, store.timezone);
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function factsOf(record: ChannelRecord, timeZone: string): [string, ReactNode][] {
  switch (record.id) {
    case "search":
      return searchFacts(record);
    case "local_ads":
      return adsFacts(record, timeZone);
    case "webhooks":
      return [
        ["Calls go to", textOf(record, "webhookUrl")],
        ["Product data", record.parameters.enhancedProductData === true ? "Sent along" : "Not sent along"],
      ];
  }
}

function searchFacts(record: ChannelRecord): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    ["Location ID", textOf(record, "locationId")],
    ["Store code", textOf(record, "storeCode") || "Made when we have access"],
  ];
  const account = textOf(record, "businessAccountId");
  if (record.status === "pending" && account)
    facts.push(["Account to invite", <Invitation key="account" account={account} />]);
  return facts;
}

function Invitation({ account }: { account: string }) {
  return (
    <>
      <CopyText text={account} what="account" />
      <Text size="sm" c="dimmed" mt={4}>
        In the business profile open “People and access”, add this account as a manager of the location, and leave the
        rest to us: invitations are accepted within five minutes.
      </Text>
    </>
  );
}

function adsFacts({ dailyBudget, upcomingChange }: ChannelRecord, timeZone: string): [string, ReactNode][] {
  const now: [string, ReactNode] = ["Budget a day", dailyBudget ? money(dailyBudget, "GBP") : "None yet"];
  if (!upcomingChange) return [now];
  const then = upcomingChange.dailyBudget === 0 ? "Ads end" : money(upcomingChange.dailyBudget, "GBP");
  return [now, [`From ${moment(upcomingChange.activates, timeZone)}`, then]];
}
