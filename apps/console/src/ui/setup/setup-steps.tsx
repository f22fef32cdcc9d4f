"use client";

import type { ShopSetup } from "@highstreet/router/features/overview/overview.schema.ts";
import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconFlag, IconHourglass } from "@tabler/icons-react";
import Link from "next/link";
import classes from "./setup.module.css";
import { type Step, steps } from "./step-address.ts";
import { stepWords, texts } from "./texts.ts";

const MARK = { size: 18, stroke: 2.2, "aria-hidden": true } as const;

interface SetupStepsProps {
  setup: ShopSetup;
  current: Step;
  hrefOf: (step: Step) => string;
}

/** The links to all steps, with the state of each. A step that needs a store is no link before there is one. */
export function SetupSteps({ setup, current, hrefOf }: SetupStepsProps) {
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
                {about && <span className={classes.found}>{about.found ?? texts.states[about.status]}</span>}
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
