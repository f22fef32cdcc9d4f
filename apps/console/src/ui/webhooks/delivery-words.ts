import type { EndReason } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { texts } from "./texts.ts";

const words = texts.delivery;

const reasons: [RegExp, string][] = [
  [/ENOTFOUND|ENODATA/, words.reasons.unknown],
  [/CERT|certificate|altname/i, words.reasons.certificate],
];

/**
 * A receiver's answer in a few words.
 * @param reason why there is no answer
 */
export function answerWords(status: number | null, reason: string | null): string {
  if (status !== null) return words.answered(status);
  if (!reason) return words.noAnswer;
  const plain = reasons.find(([machine]) => machine.test(reason))?.[1];
  return words.noAnswerBecause(plain ? `${plain} (${reason})` : reason);
}

/** Why a delivery ended without a call. */
export function endWords(reason: EndReason | null): string {
  return reason ? words.endedBecause[reason] : words.ended;
}
