import { createRateLimit, DomainError, networkOf, OPEN_CALLS, readPicture } from "@highstreet/router";
import type { FastifyInstance } from "fastify";
import { type BaseContext, limitOpen } from "./call.ts";

/** Calls per second of one network. A page of the console shows a hundred pictures. */
const MAX_CALLS = 10 * OPEN_CALLS;
/** The bytes of an address never change. Pages of any site may show them. */
const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "cross-origin",
  "content-type": "image/webp",
};

/** Serves the pictures that partners and staff sent, without a key. */
export function servePictures(app: FastifyInstance, context: BaseContext): void {
  const limit = createRateLimit(MAX_CALLS, context.now);
  app.get<{ Params: { retailerId: string; file: string } }>("/pictures/:retailerId/:file", async (request, reply) => {
    limitOpen(limit, `address ${networkOf(request.ip)}`);
    const { retailerId, file } = request.params;
    const bytes = file.endsWith(".webp") && (await readPicture(context, { retailerId, token: file.slice(0, -5) }));
    if (!bytes) throw new DomainError("RouteNotFound", "There is no picture at this address.");
    return reply.headers(headers).send(Buffer.from(bytes));
  });
}
