import { inLanguage } from "../languages/in-language.ts";

/** The texts of refusals that the console's server makes itself. */
export const texts = inLanguage("server", {
  defect: "Highstreet has a problem. Please try again.",
  tooManyCalls: "Too many calls. Wait a second and try again.",
  largeBatch: (most: number, calls: number) => `A batch has at most ${most} calls. This one has ${calls}.`,
  largeBody: (most: number) => `The body is larger than the limit of ${most} MiB.`,
  inexactNumber: (number: string) =>
    `The number ${number.length > 40 ? `${number.slice(0, 40)}…` : number} is beyond 2^53 and would lose digits. Send it as text.`,
  cutOff: "The upload was cut off. Please try again.",
  cancelled: "The call was cancelled.",
  columnsNotJson: "The columns are not JSON.",
  noInbox: "This console has no webhook inbox.",
});
