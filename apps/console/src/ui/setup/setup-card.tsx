"use client";

import type { ShopSetup } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Progress } from "@mantine/core";
import Link from "next/link";
import { Panel } from "../parts/panel.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { setupAddress } from "./step-address.ts";
import { stepNeeds, stepWords, texts } from "./texts.ts";

/** Nothing if no step is left. */
export function SetupCard({ setup: { steps, next } }: { setup: ShopSetup }) {
  const { base, may } = useShop();
  if (!next) return null;
  const done = steps.filter(({ isPast }) => isPast).length;
  const { title, gives } = stepWords[next];
  const needs = stepNeeds[next];
  const mayDo = !needs || may(needs);
  const heading = texts.card(done, steps.length);
  return (
    <Panel
      title={heading}
      text={gives}
      aside={
        <Button
          component={Link}
          href={mayDo ? setupAddress(base, next) : setupAddress(base)}
          variant={mayDo ? "filled" : "default"}
          size="md"
        >
          {mayDo ? texts.cardAction(title) : texts.cardSee}
        </Button>
      }
    >
      <Progress value={(100 * done) / steps.length} aria-label={heading} />
    </Panel>
  );
}
