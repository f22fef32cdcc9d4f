/** A call waited for its turn, a slot or a lock until its deadline, or too many calls wait. The call changed nothing. */
export class WaitedTooLong extends Error {
  readonly code = "WAITED_TOO_LONG";
  override readonly name = "WaitedTooLong";
}
