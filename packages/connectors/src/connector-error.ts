/**
 * The kind of a failure.
 * - `refused`: the shop system rejects the credential or its rights. A person must act.
 * - `limited`: there were too many calls. A later call can succeed.
 * - `unavailable`: there was no answer, or an answer that asks for a retry.
 * - `unexpected`: the answer does not have the documented form.
 */
export type ConnectorErrorKind = "refused" | "limited" | "unavailable" | "unexpected";

/** A failure of a shop system. The message has one or two sentences for shop staff, with the remedy and without secrets. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly kind: ConnectorErrorKind;

  constructor(kind: ConnectorErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
