import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deprecation } from "./operations/operation.ts";

/** Where partners read what is deprecated, and for how long it works. */
export const VERSIONS = "/docs/versions";

/**
 * A hook that adds `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) to every answer of an operation, also to its errors. `Link` names the
 * page about versions, after the links that the answer already has.
 */
export function announce({ since, sunset }: Deprecation, publicUrl: string) {
  const headers = { deprecation: `@${Date.parse(since) / 1_000}`, sunset: new Date(sunset).toUTCString() };
  const page = `<${publicUrl}${VERSIONS}>; rel="deprecation"; type="text/html"`;
  return (
    _request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ) => {
    const own = reply.getHeader("link");
    reply.headers({ ...headers, link: own === undefined ? page : `${own}, ${page}` });
    done(null, payload);
  };
}
