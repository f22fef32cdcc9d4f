"use client";

import type { Attempt } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Code, Text } from "@mantine/core";
import { exactMoment, latency } from "../frame/formats.ts";
import badge from "../frame/state-badge.module.css";
import { useStore } from "../shell/store-context.tsx";
import { answerWords, endWords } from "./delivery-words.ts";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

const words = texts.delivery;

const tones: Partial<Record<Attempt["outcome"], string>> = {
  delivered: "delivered",
  retrying: "failed",
  failed: "failed",
};

/**
 * All calls of a delivery in order, each with the receiver's answer.
 * @param url the URL of the last call
 */
export function Attempts({ attempts, url }: { attempts: Attempt[]; url: string | null }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.noCall}
      </Text>
    );
  }
  return (
    <ol className={classes.attempts} aria-label={words.oldestFirst}>
      {attempts.map((attempt) => (
        <AttemptItem key={attempt.try} attempt={attempt} isElsewhere={attempt.url !== null && attempt.url !== url} />
      ))}
    </ol>
  );
}

function AttemptItem({ attempt, isElsewhere }: { attempt: Attempt; isElsewhere: boolean }) {
  const { store } = useStore();
  const { at, status, durationMs, url, outcome, answer, reason } = attempt;
  const end = durationMs === null ? endWords(reason) : words.after(answerWords(status, answer), latency(durationMs));
  return (
    <li className={classes.attempt}>
      <div className={classes.line}>
        <time dateTime={at} className={classes.time}>
          {exactMoment(at, store.timezone)}
        </time>
        <span className={badge.badge} data-tone={tones[outcome]}>
          {texts.outcomes[outcome]}
        </span>
      </div>
      <span>{end}</span>
      {isElsewhere && url !== null && <span className={classes.soft}>{words.wentTo(url)}</span>}
      {status !== null && answer && (
        <Code block className={classes.wrapped} aria-label={words.answer}>
          {answer}
        </Code>
      )}
    </li>
  );
}
