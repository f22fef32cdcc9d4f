/** A call waited for its turn, a slot or a row's lock until its deadline, or too many calls wait. Nothing was changed. */
export class WaitedTooLong extends Error {
  readonly code = "WAITED_TOO_LONG";
  override readonly name = "WaitedTooLong";
}
