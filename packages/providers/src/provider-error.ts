/**
 * What kept a provider from doing what it was asked for.
 * - `no-access`: we may not (any more), or it is not there: providers do not tell the two apart
 * - `refused`: it will not be done as asked; asking again changes nothing
 * - `quota`: too many calls; later it will do
 * - `unavailable`: no answer, or one that says "later"; whether it was done is not known
 * - `setup`: our own account, project or keys are not in order: `npm run doctor` says what is to be done
 */
export type ProviderErrorKind = "no-access" | "refused" | "quota" | "unavailable" | "setup";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: ProviderErrorKind;
  /** The provider's own code for it, for the log; null: none. */
  readonly reason: string | null;
  /** When to ask again, in milliseconds from now; null: the provider does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { reason?: string | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.reason = options.reason ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
