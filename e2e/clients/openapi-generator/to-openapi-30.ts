/** Rewrites our OpenAPI 3.1 as 3.0: openapi-generator 5 reads no other. Version 7 reads 3.1. */
type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === "null";
/** A member with the name "type" is an object. */
const isSchema = (value: Json): boolean =>
  "const" in value || "anyOf" in value || "oneOf" in value || ("type" in value && !isObject(value.type));

/** The words of 3.0 for null and constants. */
function schemaIn30({ type, const: only, ...schema }: Json): Json {
  const types = [type ?? []].flat();
  const [first, ...more] = types.filter((one) => one !== "null");
  if (types.includes("null")) schema.nullable = true;
  if (more.length) schema.anyOf = [first, ...more].map((one) => ({ type: one }));
  else if (first) schema.type = first;
  if (only !== undefined) Object.assign(schema, { enum: [only], type: typeof only });
  for (const union of ["anyOf", "oneOf"]) {
    const branches = schema[union];
    if (!Array.isArray(branches) || !branches.some(isNull)) continue;
    const others = branches.filter((branch) => !isNull(branch));
    delete schema[union];
    Object.assign(schema, { nullable: true }, others.length > 1 ? { [union]: others } : { allOf: others });
  }
  return schema;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  // Examples can have members with the names of keywords.
  const { example: _, examples: __, ...rest } = value;
  const members = Object.entries(isSchema(rest) ? schemaIn30(rest) : rest);
  return Object.fromEntries(members.map(([name, member]) => [name, convert(member)]));
}

export function toOpenApi30(document: Json): Json {
  const { webhooks: _, ...rest } = convert(document) as Json;
  return { ...rest, openapi: "3.0.3", info: { title: "Highstreet API", version: "1" } };
}
