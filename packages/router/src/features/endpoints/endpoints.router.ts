import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { callEndpoint } from "./call-endpoint.ts";
import {
  DeliverySummary,
  Endpoint,
  EndpointDelivery,
  EndpointDeliveryDetail,
  EndpointDeliveryPage,
  EndpointPage,
  inputsOf,
  NewEndpoint,
  RedeliveredToEndpoint,
  TestAnswer,
} from "./endpoints.schema.ts";
import { getEndpointDelivery, listEndpointDeliveries, summarizeEndpoint } from "./read-endpoint-deliveries.ts";
import { getEndpoint, listEndpoints } from "./read-endpoints.ts";
import { redeliverRangeToEndpoint, redeliverToEndpoint } from "./redeliver-to-endpoint.ts";
import { rotateEndpointSecret } from "./rotate-endpoint-secret.ts";
import { createEndpoint, removeEndpoint, updateEndpoint } from "./save-endpoint.ts";

/** The same procedures for both kinds of owners. @param owner the members of an input that name the owner */
function endpointsOf<Owner extends z.ZodRawShape>(owner: Owner, whole: { wholePartner?: true }) {
  const inputs = inputsOf(owner);
  const read = procedure.meta({ access: "channels:read", ...whole });
  const write = procedure.meta({ access: "channels:write", ...whole });
  // TypeScript does not resolve a shape that it does not know.
  const as = <Input>(input: unknown): Input => input as Input;
  return router({
    list: query(read, inputs.list, EndpointPage, (ctx, input) => listEndpoints(ctx, as(input))),
    get: query(read, inputs.one, Endpoint, (ctx, input) => getEndpoint(ctx, as(input))),
    create: mutation(write, inputs.create, NewEndpoint, (ctx, input) => createEndpoint(ctx, as(input))),
    update: mutation(write, inputs.update, Endpoint, (ctx, input) => updateEndpoint(ctx, as(input))),
    remove: mutation(write, inputs.one, z.void(), (ctx, input) => removeEndpoint(ctx, as(input))),
    rotateSecret: mutation(write, inputs.rotate, NewEndpoint, (ctx, input) => rotateEndpointSecret(ctx, as(input))),
    listDeliveries: query(read, inputs.listDeliveries, EndpointDeliveryPage, (ctx, input) =>
      listEndpointDeliveries(ctx, as(input)),
    ),
    getDelivery: query(read, inputs.delivery, EndpointDeliveryDetail, (ctx, input) =>
      getEndpointDelivery(ctx, as(input)),
    ),
    summary: query(read, inputs.summary, DeliverySummary, (ctx, input) => summarizeEndpoint(ctx, as(input))),
    redeliver: mutation(write, inputs.delivery, EndpointDelivery, (ctx, input) => redeliverToEndpoint(ctx, as(input))),
    redeliverRange: mutation(write, inputs.redeliver, RedeliveredToEndpoint, (ctx, input) =>
      redeliverRangeToEndpoint(ctx, as(input)),
    ),
    test: mutation(write, inputs.one, TestAnswer, (ctx, input) => callEndpoint(ctx, as(input))),
  });
}

/** Of a retailer. */
export const endpoints = endpointsOf({ retailerId: z.string() }, {});

/** Of the caller's partner. */
export const partnerEndpoints = endpointsOf({}, { wholePartner: true });
