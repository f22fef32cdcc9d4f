import { DomainError } from "@highstreet/router";

/**
 * The bytes of a request's body as they arrive.
 * @throws (while it is read) MalformedRequest when the rest will not come
 */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    // Whatever the reason, nobody is left to be told of it.
    throw new DomainError("MalformedRequest", "The upload was cut off. Please try again.");
  }
}
