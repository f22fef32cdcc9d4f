const sentences: Record<string, string> = {
  ENOTFOUND: "The name of the address is not known.",
  EAI_AGAIN: "The name of the address could not be looked up.",
  ECONNREFUSED: "The server of the address takes no connection.",
  ECONNRESET: "The server of the address cut the connection off.",
  UND_ERR_CONNECT_TIMEOUT: "The server of the address could not be reached in time.",
  UND_ERR_HEADERS_TIMEOUT: "The address did not answer in time.",
  UND_ERR_BODY_TIMEOUT: "The file stopped coming before its end.",
  UND_ERR_SOCKET: "The server of the address cut the connection off.",
};

const certificate = /CERT|SSL|TLS|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED/;

/** The reason of a failed connection as a sentence for shop staff. */
export function sentenceOf(error: unknown, wholeMs: number): string {
  if (!(error instanceof Error)) return "The address could not be fetched.";
  if (error.name === "TimeoutError") return `The whole file did not come within ${wholeMs / 1_000} seconds.`;
  const code = "code" in error ? String(error.code) : "";
  const known = sentences[code];
  if (known !== undefined) return known;
  if (certificate.test(code)) return `The certificate of the address is not accepted (${code}).`;
  return `The address could not be fetched (${(error.message || error.name).slice(0, 200)}).`;
}
