import type { Meta } from "@highstreet/router";
import { z } from "zod";
import type { Operation } from "../operations/operation.ts";
import { procedureOf } from "../procedure-of.ts";

/** One kind of success. `schema` is undefined for an answer without a body. */
interface Success {
  status: number;
  schema?: z.ZodType;
}

/** The properties of an operation and its procedure for the document. */
export interface Traits {
  route: Operation;
  meta: Meta;
  /** Names of the path parameters, from left to right. */
  params: string[];
  query: Record<string, z.ZodType>;
  /** Schema of the JSON body; undefined if there is none. */
  body: z.ZodType | undefined;
  isWrite: boolean;
  /** Accepts an Idempotency-Key. */
  isRepeatable: boolean;
  /** The answer has an ETag. */
  isVersioned: boolean;
  /** Accepts If-Match. */
  isGuarded: boolean;
  successes: Success[];
}

function shapeOf(parser: unknown): Record<string, z.ZodType> {
  const schema = parser instanceof z.ZodOptional ? parser.unwrap() : parser;
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The successes of an operation. A procedure that creates or changes has two (`Operation.creates`). */
function successesOf(route: Operation, output: z.ZodType): Success[] {
  if (route.creates !== undefined) {
    const schema = shapeOf(output)[route.creates];
    return [
      { status: 201, schema },
      { status: 200, schema },
    ];
  }
  if (route.runsOn) {
    return [
      { status: 200, schema: output },
      { status: 202, schema: output },
    ];
  }
  if (output instanceof z.ZodVoid) return [{ status: route.status ?? 204 }];
  const status = route.status ?? 200;
  if (output instanceof z.ZodNullable) return [{ status, schema: output.unwrap() as z.ZodType }, { status: 204 }];
  return [{ status, schema: output }];
}

export function traitsOf(route: Operation): Traits {
  const { meta, inputs, output } = procedureOf(route.procedure)._def as unknown as {
    meta: Meta;
    inputs: unknown[];
    output?: z.ZodType;
  };
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const { body, feed: _feed, ...others } = shapeOf(inputs[0]);
  const isParameter = (name: string) => params.includes(name) || route.withoutQuery?.includes(name);
  const successes = successesOf(route, route.answer ?? output ?? z.unknown());
  return {
    route,
    meta,
    params,
    query: Object.fromEntries(Object.entries(others).filter(([name]) => !isParameter(name))),
    body,
    isWrite: route.method !== "GET",
    isRepeatable: route.method === "POST" || route.method === "PATCH",
    isVersioned: route.etag !== undefined,
    isGuarded: route.guarded === true,
    successes,
  };
}
