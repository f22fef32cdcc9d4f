import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
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
    list: read
      .input(inputs.list)
      .output(EndpointPage)
      .query(({ ctx, input }) => listEndpoints(ctx, as(input))),
    get: read
      .input(inputs.one)
      .output(Endpoint)
      .query(({ ctx, input }) => getEndpoint(ctx, as(input))),
    create: write
      .input(inputs.create)
      .output(NewEndpoint)
      .mutation(({ ctx, input }) => createEndpoint(ctx, as(input))),
    update: write
      .input(inputs.update)
      .output(Endpoint)
      .mutation(({ ctx, input }) => updateEndpoint(ctx, as(input))),
    remove: write
      .input(inputs.one)
      .output(z.void())
      .mutation(({ ctx, input }) => removeEndpoint(ctx, as(input))),
    rotateSecret: write
      .input(inputs.rotate)
      .output(NewEndpoint)
      .mutation(({ ctx, input }) => rotateEndpointSecret(ctx, as(input))),
    listDeliveries: read
      .input(inputs.listDeliveries)
      .output(EndpointDeliveryPage)
      .query(({ ctx, input }) => listEndpointDeliveries(ctx, as(input))),
    getDelivery: read
      .input(inputs.delivery)
      .output(EndpointDeliveryDetail)
      .query(({ ctx, input }) => getEndpointDelivery(ctx, as(input))),
    summary: read
      .input(inputs.summary)
      .output(DeliverySummary)
      .query(({ ctx, input }) => summarizeEndpoint(ctx, as(input))),
    redeliver: write
      .input(inputs.delivery)
      .output(EndpointDelivery)
      .mutation(({ ctx, input }) => redeliverToEndpoint(ctx, as(input))),
    redeliverRange: write
      .input(inputs.redeliver)
      .output(RedeliveredToEndpoint)
      .mutation(({ ctx, input }) => redeliverRangeToEndpoint(ctx, as(input))),
    test: write
      .input(inputs.one)
      .output(TestAnswer)
      .mutation(({ ctx, input }) => callEndpoint(ctx, as(input))),
  });
}

/** Of a retailer. */
export const endpoints = endpointsOf({ retailerId: z.string() }, {});

/** Of the caller's partner. */
export const partnerEndpoints = endpointsOf({}, { wholePartner: true });
