import { findUrlProblem } from "@highstreet/outbound";
import type { Settings } from "../kernel/context.ts";
import { validationFailed } from "../kernel/errors.ts";

/**
 * Checks that a URL in a request may be called. The connection checks the addresses again.
 * @param pointer the place of the URL in the request's body
 * @param before the URL that is replaced. It keeps its port
 * @throws ValidationFailed
 */
export async function checkOutboundUrl(
  url: string,
  pointer: string,
  settings: Settings,
  before?: unknown,
): Promise<void> {
  const message = await findUrlProblem(url, settings, before);
  if (message !== undefined) throw validationFailed([{ pointer, code: "InvalidValue", message }]);
}
