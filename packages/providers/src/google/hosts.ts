export const HOSTS = {
  accounts: "mybusinessaccountmanagement.googleapis.com",
  profiles: "mybusinessbusinessinformation.googleapis.com",
  verifications: "mybusinessverifications.googleapis.com",
  merchant: "merchantapi.googleapis.com",
  ads: "googleads.googleapis.com",
  signIn: "oauth2.googleapis.com",
} as const;

export type Service = keyof typeof HOSTS;

/** At Google, or a folder with the host's name at the replacement for Google. */
export const originOf = (service: Service, standIn: string | null): string =>
  standIn ? `${standIn.replace(/\/$/, "")}/${HOSTS[service]}` : `https://${HOSTS[service]}`;

/** Google's pages of 250 products have less. */
const MAX_ANSWER_BYTES = 4_000_000;

export class AnswerTooLarge extends Error {}

/** `fetch` for all answers of Google. A body above 4 MB fails with AnswerTooLarge before it is parsed. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      size += piece.byteLength;
      if (size > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
      controller.enqueue(piece);
    },
  });
  return new Response(answer.body?.pipeThrough(limit), answer);
};
