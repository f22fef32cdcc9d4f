import type { EndReason } from "@highstreet/router/features/webhooks/deliveries.schema.ts";

const whyEnded: Record<EndReason, string> = {
  superseded: "A newer event took its place",
  channel_removed: "The channel was removed",
  expired: "It waited for 30 days",
};

/** Error texts of Node and their plain words. */
const reasons: [RegExp, string][] = [
  [/ECONNREFUSED/, "no server listens at that address"],
  [/ENOTFOUND|ENODATA/, "the name is unknown"],
  [/ECONNRESET|EPIPE|other side closed/, "the connection was cut"],
  [/CERT|certificate|altname/i, "the certificate is invalid"],
];

/**
 * A receiver's answer in a few words.
 * @param reason why there is no answer
 */
export function answerWords(status: number | null, reason: string | null): string {
  if (status !== null) return `It answered ${status}`;
  if (!reason) return "No answer";
  const words = reasons.find(([machine]) => machine.test(reason))?.[1];
  return words ? `No answer: ${words} (${reason})` : `No answer: ${reason}`;
}

/** Why a delivery ended without a call. */
export function endWords(reason: EndReason | null): string {
  return reason ? whyEnded[reason] : "Ended without a call";
}
