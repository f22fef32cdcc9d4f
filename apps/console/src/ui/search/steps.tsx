"use client";

import type { SetupStep } from "@highstreet/router/features/search/setup.schema.ts";
import { Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "../parts/copy.tsx";
import { exactMoment, moment } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconAlertTriangle, IconCheck } from "../parts/icons.tsx";
import { warningWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import classes from "./steps.module.css";
import { texts } from "./texts.ts";

const words = texts.steps;

interface StepsProps {
  steps: SetupStep[];
  shownMessages: ReadonlySet<string>;
  /** The next action for the step that waits for the retailer's invitation. */
  invitation: ReactNode;
  /** The next action when the store does not get its location. */
  ownership: ReactNode;
}

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
            {step.warning && !shownMessages.has(step.warning.message) && (
              <Text size="sm">{warningWords(step.warning)}</Text>
            )}
            {step.waitsFor && <Text size="sm">{words.waits[step.waitsFor]}</Text>}
            {step.since && <Hint>{words.since(whenOf(step.since, step.expected?.latest, store.timezone))}</Hint>}
            {step.expected && <Hint>{expectedWords(step.expected, step.since, store.timezone)}</Hint>}
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

const HOUR = 3_600_000;

/** Shows a time, with seconds if `other` is less than an hour away. */
function whenOf(iso: string, other: string | null | undefined, timeZone: string): string {
  const isNear = other && Math.abs(Date.parse(other) - Date.parse(iso)) < HOUR;
  return isNear ? exactMoment(iso, timeZone) : moment(iso, timeZone);
}

function expectedWords(expected: NonNullable<SetupStep["expected"]>, since: string | null, timeZone: string): string {
  const { average, latest } = expected;
  return texts.steps.expected(whenOf(average, since, timeZone), whenOf(latest, since, timeZone));
}

interface InvitationProps {
  account: string;
  locationId: string;
  /** The code that the owner adds to the labels of the profile. */
  code: string;
}

export function Invitation({ account, locationId, code }: InvitationProps) {
  return (
    <div className={classes.invitation}>
      <ol>
        <li>{texts.invitation.open(locationId)}</li>
        <li>
          {texts.invitation.addAccount}
          <CopyText text={account} what={texts.invitation.account} />
        </li>
        <li>
          {texts.invitation.addCode}
          <CopyText text={code} what={texts.invitation.code} />
        </li>
        <li>{texts.invitation.rest}</li>
      </ol>
    </div>
  );
}

/** Explains how to claim a location that another store names or has. */
export function OwnershipCode({ locationId, code }: Omit<InvitationProps, "account">) {
  return (
    <div className={classes.invitation}>
      <ol>
        <li>{texts.invitation.open(locationId)}</li>
        <li>
          {texts.ownership.addCode}
          <CopyText text={code} what={texts.invitation.code} />
        </li>
        <li>{texts.ownership.check}</li>
      </ol>
    </div>
  );
}
