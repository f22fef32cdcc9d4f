import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas that the document names, by their names there. */
const named = z.registry<{ id: string }>();

/** Gives a schema a name in the document: it is written once, under `components`, and referred to. */
export function nameSchema(id: string, schema: z.ZodType): void {
  named.add(schema, { id });
}

/** What zod calls a recursive schema that has no name: `z.json()`, which is any JSON. */
const nameless = /__schema\d+$/;

/** Members of answers that are times in RFC 3339. Their zod schemas are plain strings, which are fast to check. */
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
    // What we return and a request may send back unheeded: the introduction says so once.
    if (direction === "input" && Object.keys(member).length === 0) return [];
    const schema = tidy(member, direction);
    return [[name, direction === "output" && times.test(name) ? withTime(schema) : schema] as const];
  });
  return Object.fromEntries(members);
}

/** A schema as zod writes it, made readable: references to components, and nothing that says what goes without saying. */
function tidy(given: JsonSchema, direction: Direction): JsonSchema {
  if (given.$ref !== undefined) {
    if (nameless.test(given.$ref)) return {};
    return { ...given, $ref: given.$ref.replace("#/$defs/", "#/components/schemas/") };
  }
  const schema = { ...given };
  for (const key of ["anyOf", "oneOf", "allOf"] as const)
    if (schema[key]) schema[key] = schema[key].map((part) => (isSchema(part) ? tidy(part, direction) : part));
  if (isSchema(schema.items)) schema.items = tidy(schema.items, direction);
  if (isSchema(schema.additionalProperties)) schema.additionalProperties = tidy(schema.additionalProperties, direction);
  if (schema.properties) schema.properties = tidyMembers(schema.properties, direction);
  // The format says it, and readably.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
  // A member may be added to an answer any day; an unknown one in a request is refused.
  if (direction === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  return schema;
}

/**
 * The JSON Schema of a zod schema as a part of an OpenAPI document.
 * @param components takes the named schemas that it refers to
 */
export function schemaOf(zod: z.ZodType, direction: Direction, components: Record<string, JsonSchema>): JsonSchema {
  const made = z.toJSONSchema(zod, {
    io: direction,
    metadata: named,
    unrepresentable: "any",
    // Titles and descriptions are in zod's own registry, not in that of the names.
    override: ({ jsonSchema, zodSchema }) => {
      const { title, description } = z.globalRegistry.get(zodSchema) ?? {};
      if (title !== undefined) jsonSchema.title = title;
      if (description !== undefined) jsonSchema.description = description;
      // zod leaves the default of what it transforms out.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
    },
  });
  const { $schema: _, $defs = {}, id: own, ...schema } = made;
  for (const [name, part] of Object.entries($defs)) if (!nameless.test(name)) components[name] = tidy(part, direction);
  if (typeof own !== "string") return tidy(schema, direction);
  components[own] = tidy(schema, direction);
  return { $ref: `#/components/schemas/${own}` };
}
