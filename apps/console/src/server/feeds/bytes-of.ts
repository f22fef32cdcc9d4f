import { DomainError } from "@highstreet/router";
import { texts } from "../texts.ts";

/**
 * The bytes of a request's body as they arrive.
 * @throws MalformedRequest during the read, if the rest does not arrive
 */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    // The caller is gone, so any cause gives the same error.
    throw new DomainError("MalformedRequest", texts.cutOff);
  }
}
