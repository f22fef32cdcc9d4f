/** The texts of refusals that the console's server makes itself. */
export const texts = {
  defect: "Highstreet has a problem. Please try again.",
  signInFirst: "Sign in to the console first.",
  signInOrKey: "Sign in to the console first, or send an API key as: Authorization: Bearer hs_…",
  unknownKey: "The API key is unknown, revoked or expired. Send a valid key as: Authorization: Bearer hs_…",
  tooManyCalls: "Too many calls. Wait a second and try again.",
  largeBatch: (most: number, calls: number) => `A batch has at most ${most} calls. This one has ${calls}.`,
  largeBody: (most: number) => `The body is larger than the limit of ${most} MiB.`,
  cutOff: "The upload was cut off. Please try again.",
  cancelled: "The call was cancelled.",
  columnsNotJson: "The columns are not JSON.",
  noInbox: "This console has no webhook inbox.",
};
