"use client";

import type { SetupStep } from "@highstreet/router/features/search/setup.schema.ts";
import { Text, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useStore } from "../shell/store-context.tsx";
import { expectedWords, whenOf } from "./step-words.ts";
import classes from "./steps.module.css";
import { texts } from "./texts.ts";

const words = texts.steps;

interface StepsProps {
  steps: SetupStep[];
  /** Messages that the card already shows. */
  shownMessages: ReadonlySet<string>;
  /** The next action for the step that waits for the retailer's invitation. */
  invitation: ReactNode;
  /** The next action when the store does not get its location. */
  ownership: ReactNode;
}

/**
 * The steps of a search channel, from the invitation to visible products, with the state of each and the person who must act.
 */
export function Steps({ steps, shownMessages, invitation, ownership }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label={words.label}>
      {steps.map((step, index) => (
        <StepRow key={step.id} step={step} number={index + 1} shownMessages={shownMessages}>
          {step.id === "access" && step.state === "current" && step.actor === "retailer" && invitation}
          {step.id === "access" && step.state === "blocked" && ownership}
        </StepRow>
      ))}
    </ol>
  );
}

interface RowProps {
  step: SetupStep;
  number: number;
  shownMessages: ReadonlySet<string>;
  children: ReactNode;
}

function StepRow({ step, number, shownMessages, children }: RowProps) {
  const { store } = useStore();
  const isOpen = step.state === "current" || step.state === "blocked";
  return (
    <li className={classes.step} data-state={step.state} aria-current={isOpen ? "step" : undefined}>
      <span className={classes.mark} aria-hidden="true">
        <Mark state={step.state} number={number} />
      </span>
      <div className={classes.words}>
        <div className={classes.line}>
          <h3 className={classes.title}>{words.names[step.id]}</h3>
          {isOpen ? (
            <span className={classes.actor} data-actor={step.actor}>
              {words.actors[step.actor]}
            </span>
          ) : (
            <VisuallyHidden>{words.states[step.state]}</VisuallyHidden>
          )}
          {step.doneAt && (
            <time className={classes.when} dateTime={step.doneAt}>
              {whenOf(step.doneAt, step.since, store.timezone)}
            </time>
          )}
        </div>
        {isOpen && (
          <>
            {step.message && !shownMessages.has(step.message) && <Text size="sm">{step.message}</Text>}
            {step.since && (
              <Text size="sm" c="dimmed">
                {words.since(whenOf(step.since, step.expected?.latest, store.timezone))}
              </Text>
            )}
            {step.expected && (
              <Text size="sm" c="dimmed">
                {expectedWords(step.expected, step.since, store.timezone)}
              </Text>
            )}
            {children}
          </>
        )}
      </div>
    </li>
  );
}

function Mark({ state, number }: { state: SetupStep["state"]; number: number }) {
  if (state === "done") return <IconCheck size={16} stroke={2.4} />;
  if (state === "blocked") return <IconAlertTriangle size={16} stroke={2} />;
  return number;
}
