import "server-only";
import { domainErrorOf } from "@highstreet/router";

/** The answer of a call; what the domain says is missing becomes the not-found page. */
export async function orNotFound<T>(call: Promise<T>, notFound: () => never): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (domainErrorOf(error)?.status === 404) notFound();
    throw error;
  }
}
