"use client";

import type { ShopSetup } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Group, Text } from "@mantine/core";
import { IconHourglass, IconListCheck, IconRosetteDiscountCheck } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Facts } from "../frame/facts.tsx";
import panel from "../frame/panel.module.css";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./setup.module.css";
import type { Step } from "./step-address.ts";
import { stepWords, texts } from "./texts.ts";

interface ResultProps {
  setup: ShopSetup;
  hrefOf: (step: Step) => string;
  heading: (title: string) => ReactNode;
}

/** The result of the set-up: live, waiting for an answer, or the steps that are left. */
export function Result({ setup: { store, steps, next, isLive }, hrefOf, heading }: ResultProps) {
  const { base, retailer } = useShop();
  const state = isLive ? "live" : next ? "left" : "almost";
  const isWhole = steps.every(({ status }) => status !== "waiting");
  const {
    icon: Icon,
    title,
    text,
  } = {
    live: {
      icon: IconRosetteDiscountCheck,
      title: texts.live(store?.name ?? retailer.name),
      text: isWhole ? texts.liveText : texts.liveInPart,
    },
    almost: { icon: IconHourglass, title: texts.almost, text: texts.almostText },
    left: { icon: IconListCheck, title: texts.left, text: texts.leftText },
  }[state];
  return (
    <div className={`${panel.panel} ${panel.part}`}>
      <Group gap="md" wrap="nowrap" align="center">
        <span className={classes.result} data-state={state} aria-hidden="true">
          <Icon size={28} stroke={1.6} />
        </span>
        <div role="status">
          {heading(title)}
          <Text c="dimmed">{text}</Text>
        </div>
      </Group>
      <Facts
        facts={steps.map(({ id, status, found }) => [
          stepWords[id].title,
          `${texts.states[status]}${found ? ` · ${found}` : ""}`,
        ])}
      />
      <Group gap="sm">
        {next && (
          <Button component={Link} href={hrefOf(next)} size="md">
            {texts.cardAction(stepWords[next].title)}
          </Button>
        )}
        <Button component={Link} href={base} variant={next ? "default" : "filled"} size="md">
          {texts.home}
        </Button>
        {isLive && store && (
          <Button component={Link} href={`${base}/products?store=${store.id}`} variant="default" size="md">
            {texts.products}
          </Button>
        )}
      </Group>
    </div>
  );
}
