"use client";

import type { ShopSetup } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Group, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { PageSkeleton } from "../frame/page-skeleton.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { Result } from "./result.tsx";
import classes from "./setup.module.css";
import { SetupSteps } from "./setup-steps.tsx";
import { type Step, setupAddress, steps } from "./step-address.ts";
import { StepBody } from "./step-body.tsx";
import { stepWords, texts } from "./texts.ts";

interface SetupProps {
  step: Step;
  /** The store in the address; undefined: the store that is furthest. */
  chosenStoreId: string | undefined;
}

/** The way of a shop from nothing to live, one step at a time. */
export function Setup({ step, chosenStoreId }: SetupProps) {
  const trpc = useTRPC();
  const { retailer, retailerId, base } = useShop();
  const input = { retailerId, ...(chosenStoreId && { storeId: chosenStoreId }) };
  const setup = useQuery(trpc.overview.setup.queryOptions(input));
  const hrefOf = (to: Step) => setupAddress(base, to, chosenStoreId);
  const { data } = setup;
  return (
    <div className={page.page}>
      <PageHead help="set-up" title={texts.title(retailer.name)} text={texts.text} />
      {setup.error && <LoadFailed message={setup.error.message} retry={() => void setup.refetch()} />}
      {!data && !setup.error && <PageSkeleton />}
      {data && (
        <div className={classes.frame}>
          <SetupSteps setup={data} current={step} hrefOf={hrefOf} />
          <section key={`${step} ${data.store?.id}`} className={classes.step} aria-labelledby="step-title">
            {step === "live" ? (
              <Result setup={data} hrefOf={hrefOf} heading={(title) => <StepTitle>{title}</StepTitle>} />
            ) : (
              <OneStep step={step} setup={data} hrefOf={hrefOf} />
            )}
          </section>
        </div>
      )}
    </div>
  );
}

interface OneStepProps {
  step: Exclude<Step, "live">;
  setup: ShopSetup;
  hrefOf: (step: Step) => string;
}

function OneStep({ step, setup, hrefOf }: OneStepProps) {
  const { may, whyNot } = useShop();
  const { title, gives, takes = "", needs } = stepWords[step];
  const { status, isPast } = setup.steps.find(({ id }) => id === step) ?? { status: "open", isPast: false };
  const at = steps.indexOf(step);
  const [before, after] = [steps[at - 1], steps[at + 1] ?? "live"];
  // All further steps need the store.
  const mayPass = isPast || step !== "store";
  return (
    <>
      <div>
        <Text size="sm" c="dimmed">
          {texts.number(at + 1, setup.steps.length)} · {texts.states[status]}
        </Text>
        <StepTitle>{title}</StepTitle>
        <Text>
          {gives} <span className={classes.takes}>{texts.takes(takes)}</span>
        </Text>
      </div>
      {needs && !may(needs) && <Notice tone="info">{whyNot}</Notice>}
      <StepBody step={step} storeHref={hrefOf("store")} nextHref={hrefOf(after)} />
      <Group component="footer" justify="space-between" gap="sm" className={classes.foot}>
        {before ? (
          <Button component={Link} href={hrefOf(before)} variant="default" size="md">
            {texts.back}
          </Button>
        ) : (
          <span />
        )}
        {mayPass && (
          <Button component={Link} href={hrefOf(after)} variant={isPast ? "filled" : "default"} size="md">
            {isPast ? texts.next(stepWords[after].title) : texts.later}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The heading of a step. It gets the focus, because the button that led here is gone. */
function StepTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Title ref={heading} order={2} id="step-title" tabIndex={-1} className={classes.title}>
      {children}
    </Title>
  );
}
