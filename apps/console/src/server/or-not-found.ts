import "server-only";
import { domainErrorOf } from "@highstreet/router";

/** The result of a call. A missing record shows the not-found page. */
export async function orNotFound<T>(call: Promise<T>, notFound: () => never): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (domainErrorOf(error)?.status === 404) notFound();
    throw error;
  }
}
