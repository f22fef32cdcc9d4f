/** A reason why Highstreet cannot start. Its message is one line for the operator with the problem and the remedy. */
export class StartError extends Error {
  override name = "StartError";
}
