/** A call waited for its turn, a slot or a lock until its deadline, or too many calls wait. The call changed nothing. */
export class WaitedTooLong extends Error {
  /** A bundle can hold this class several times, so the name decides. */
  static override [Symbol.hasInstance](value: unknown): value is WaitedTooLong {
    return value instanceof Error && value.name === "WaitedTooLong";
  }

  readonly code = "WAITED_TOO_LONG";
  override readonly name = "WaitedTooLong";
}
