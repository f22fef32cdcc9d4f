import { findUrlProblem } from "@highstreet/outbound";
import type { Settings } from "./context.ts";
import { validationFailed } from "./errors.ts";

/**
 * Checks that a URL in a request may be called. The connection checks the addresses again.
 * @param pointer the place of the URL in the request's body
 * @throws ValidationFailed
 */
export async function checkOutboundUrl(url: string, pointer: string, settings: Settings): Promise<void> {
  const message = await findUrlProblem(url, settings);
  if (message !== undefined) throw validationFailed([{ pointer, code: "InvalidValue", message }]);
}
