"use client";

import type { ShopSetup } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Group, Text, Title, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { Facts } from "../parts/facts.tsx";
import { quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconCheck, IconFlag, IconHourglass, IconListCheck, IconRosetteDiscountCheck } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import panel from "../parts/panel.module.css";
import { useTRPC } from "../parts/trpc.ts";
import { nameWords } from "../server-words/server-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./setup.module.css";
import { type Step, setupAddress, steps } from "./step-address.ts";
import { StepBody } from "./step-body.tsx";
import { stepNeeds, stepWords, texts } from "./texts.ts";

interface SetupProps {
  step: Step;
  /** The store in the address; undefined: the store that is furthest. */
  chosenStoreId: string | undefined;
}

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
  const { title, gives, takes = "" } = stepWords[step];
  const needs = stepNeeds[step];
  const { status, isPast } = setup.steps.find(({ id }) => id === step) ?? { status: "open", isPast: false };
  const at = steps.indexOf(step);
  const [before, after] = [steps[at - 1], steps[at + 1] ?? "live"];
  // All further steps need the store.
  const mayPass = isPast || step !== "store";
  return (
    <>
      <div>
        <Hint>
          {texts.number(at + 1, setup.steps.length)} · {texts.states[status]}
        </Hint>
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

const MARK = { size: 18, stroke: 2.2, "aria-hidden": true } as const;

/** What a step is about: the name of the shop, or the number of products in stock. */
const foundWords = ({ id, found }: ShopSetup["steps"][number]): string | null =>
  id === "stock" && found ? texts.inStock(quantity(Number(found))) : found && nameWords(found);

interface SetupStepsProps {
  setup: ShopSetup;
  current: Step;
  hrefOf: (step: Step) => string;
}

function SetupSteps({ setup, current, hrefOf }: SetupStepsProps) {
  return (
    <nav aria-label={texts.steps} className={classes.steps}>
      <ol>
        {steps.map((step, index) => {
          const about = setup.steps.find(({ id }) => id === step);
          const state = step === "live" && setup.isLive ? "done" : about?.status;
          const needsStore = !setup.store && step !== "shop" && step !== "store";
          const words = (
            <>
              <span className={classes.mark} data-state={state} aria-hidden="true">
                <Mark step={step} state={state} number={index + 1} />
              </span>
              <span className={classes.words}>
                <span className={classes.name}>{stepWords[step].title}</span>
                {about && <span className={classes.found}>{foundWords(about) ?? texts.states[about.status]}</span>}
                {about?.found && <VisuallyHidden>{texts.states[about.status]}</VisuallyHidden>}
              </span>
            </>
          );
          return (
            <li key={step}>
              {needsStore ? (
                <span className={classes.row}>{words}</span>
              ) : (
                <Link href={hrefOf(step)} className={classes.row} aria-current={step === current ? "step" : undefined}>
                  {words}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Mark({ step, state, number }: { step: Step; state: string | undefined; number: number }) {
  if (step === "live") return <IconFlag {...MARK} />;
  if (state === "done") return <IconCheck {...MARK} />;
  if (state === "waiting") return <IconHourglass {...MARK} />;
  return number;
}

interface ResultProps {
  setup: ShopSetup;
  hrefOf: (step: Step) => string;
  heading: (title: string) => ReactNode;
}

function Result({ setup: { store, steps, next, isLive }, hrefOf, heading }: ResultProps) {
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
        facts={steps.map((step) => [
          stepWords[step.id].title,
          [texts.states[step.status], foundWords(step)].filter(Boolean).join(" · "),
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
