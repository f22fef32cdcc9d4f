/**
 * - `no-access`: we have no access, or the record does not exist.
 * - `refused`: the same request would fail again.
 * - `quota`: a later call can succeed.
 * - `unavailable`: no answer, or an answer that asks for a retry. The call may have run.
 * - `setup`: our own account, project or keys are wrong. `npm run doctor` explains the remedy.
 */
export type ProviderErrorKind = "no-access" | "refused" | "quota" | "unavailable" | "setup";

export class ProviderError extends Error {
  /** A bundle can hold this class several times, so the name decides. */
  static override [Symbol.hasInstance](value: unknown): value is ProviderError {
    return value instanceof Error && value.name === "ProviderError";
  }

  override readonly name = "ProviderError";
  readonly kind: ProviderErrorKind;
  /** The provider's own error code, for the log. */
  readonly reason: string | null;
  /** null if the provider gives no time. */
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
