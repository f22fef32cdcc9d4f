import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const named = z.registry<{ id: string }>();

/** The document then has it once, in `components`, and refers to it. */
export function nameSchema(id: string, schema: z.ZodType): void {
  named.add(schema, { id });
}

/** The name that zod gives an unnamed recursive schema, such as `z.json()`. */
const nameless = /__schema\d+$/;

/** Members of answers with RFC 3339 times. Their zod schemas are plain strings, because those are fast to check. */
const times = /^(?:\w+At|at|activates)$/;

type Direction = "input" | "output";

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function withTime(schema: JsonSchema): JsonSchema {
  const types: unknown[] = [schema.type].flat();
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((part) => (isSchema(part) ? withTime(part) : part)) };
  return types.includes("string") ? { ...schema, format: "date-time" } : schema;
}

function tidyMembers(properties: Record<string, unknown>, direction: Direction): Record<string, JsonSchema> {
  const members = Object.entries(properties).flatMap(([name, member]) => {
    if (!isSchema(member)) return [];
    // A field that requests may contain and the service ignores. The introduction explains these fields once.
    if (direction === "input" && Object.keys(member).length === 0) return [];
    const schema = tidy(member, direction);
    return [[name, direction === "output" && times.test(name) ? withTime(schema) : schema] as const];
  });
  return Object.fromEntries(members);
}

/** Values that differ only in punctuation get one name in generated clients. So each of them is in an enum of its own. */
function withoutTwins({ type, enum: values = [], ...schema }: JsonSchema): JsonSchema {
  const names = values.map((value) => String(value).replace(/\W|_/g, ""));
  const isTwin = (n: number) => names.indexOf(names[n] ?? "") < n;
  const first = { type, enum: values.filter((_, n) => !isTwin(n)) };
  const others = values.filter((_, n) => isTwin(n)).map((value) => ({ type, enum: [value] }));
  return others.length ? { ...schema, anyOf: [first, ...others] } : { type, enum: values, ...schema };
}

/** Makes zod's schema readable: refers to components, and drops redundant keywords. */
function tidy(given: JsonSchema, direction: Direction): JsonSchema {
  if (given.$ref !== undefined) {
    if (nameless.test(given.$ref)) return {};
    return { ...given, $ref: given.$ref.replace("#/$defs/", "#/components/schemas/") };
  }
  const schema = given.enum ? withoutTwins(given) : { ...given };
  for (const key of ["anyOf", "oneOf", "allOf"] as const)
    if (schema[key]) schema[key] = schema[key].map((part) => (isSchema(part) ? tidy(part, direction) : part));
  if (isSchema(schema.items)) schema.items = tidy(schema.items, direction);
  if (isSchema(schema.additionalProperties)) schema.additionalProperties = tidy(schema.additionalProperties, direction);
  if (schema.properties) schema.properties = tidyMembers(schema.properties, direction);
  // `format` means the same as the pattern, and people can read it.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  // Answers can get new members, so clients must accept unknown ones. Requests refuse them.
  if (direction === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  return schema;
}

/**
 * The JSON Schema of a zod schema for the OpenAPI document.
 * @param components receives the named schemas that the schema refers to
 */
export function schemaOf(zod: z.ZodType, direction: Direction, components: Record<string, JsonSchema>): JsonSchema {
  const made = z.toJSONSchema(zod, {
    io: direction,
    metadata: named,
    unrepresentable: "any",
    // zod keeps titles and descriptions in its own registry.
    override: ({ jsonSchema, zodSchema }) => {
      const { title, description } = z.globalRegistry.get(zodSchema) ?? {};
      if (title !== undefined) jsonSchema.title = title;
      if (description !== undefined) jsonSchema.description = description;
      // zod omits the default of a transformed schema.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
    },
  });
  const { $schema: _, $defs = {}, id: own, ...schema } = made;
  for (const [name, part] of Object.entries($defs)) if (!nameless.test(name)) components[name] = tidy(part, direction);
  if (typeof own !== "string") return tidy(schema, direction);
  components[own] = tidy(schema, direction);
  return { $ref: `#/components/schemas/${own}` };
}
