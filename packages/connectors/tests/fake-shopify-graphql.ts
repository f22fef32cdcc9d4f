/** A small GraphQL engine for the fake of Shopify: parser, checks against a schema, cost and execution. */
export interface Field {
  name: string;
  args: Record<string, unknown>;
  /** The type of an inline fragment that has the field. */
  on: string | undefined;
  fields: Field[];
}

interface Variable {
  $: string;
}

export class GraphqlError extends Error {
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string) {
    super(message);
    this.code = code;
  }
}

const isVariable = (value: unknown): value is Variable => typeof value === "object" && value !== null && "$" in value;

/** Parses one query operation with variables, arguments and inline fragments. */
function parse(text: string): { declared: Map<string, string>; fields: Field[] } {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?\d+|[{}()[\]:!$]/g) ?? [];
  const rest = text.replace(/"(?:[^"\\]|\\.)*"|\.\.\.|[A-Za-z_]\w*|-?\d+|[{}()[\]:!$,\s]/g, "");
  if (rest !== "") throw new GraphqlError(undefined, `syntax error, unexpected ${rest[0]}`);
  let at = 0;
  const take = (expected?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new GraphqlError(undefined, `syntax error, unexpected ${token ?? "end of file"}`);
    return token;
  };
  const skip = (token: string): boolean => tokens[at] === token && at++ >= 0;
  const value = (): unknown => {
    const token = take();
    if (token === "$") return { $: take() };
    if (token === "[") {
      const list: unknown[] = [];
      while (!skip("]")) list.push(value());
      return list;
    }
    if (token.startsWith('"')) return JSON.parse(token);
    if (/^-?\d/.test(token)) return Number(token);
    if (token === "true" || token === "false") return token === "true";
    return token === "null" ? null : { enum: token };
  };
  const type = (): string => {
    let text = skip("[") ? `[${type()}${take("]")}` : take();
    if (skip("!")) text += "!";
    return text;
  };
  const selection = (on: string | undefined): Field[] => {
    const fields: Field[] = [];
    while (!skip("}")) {
      if (skip("...")) {
        take("on");
        const fragment = take();
        take("{");
        fields.push(...selection(fragment));
        continue;
      }
      const field: Field = { name: take(), args: {}, on, fields: [] };
      if (skip("(")) {
        while (!skip(")")) {
          const name = take();
          take(":");
          field.args[name] = value();
        }
      }
      if (skip("{")) field.fields = selection(undefined);
      fields.push(field);
    }
    return fields;
  };
  const declared = new Map<string, string>();
  if (skip("query") && skip("(")) {
    while (!skip(")")) {
      take("$");
      const name = take();
      take(":");
      declared.set(name, type());
    }
  }
  take("{");
  return { declared, fields: selection(undefined) };
}

/** Types with their fields, such as `locations: "LocationConnection!(first: Int)"`. A type that is missing is a scalar. */
export type Schema = Record<string, Record<string, string>>;
export type Resolve = (type: string, value: unknown, field: Field) => unknown;

const bare = (type: string): string => type.replace(/[[\]!]/g, "");

function fits(type: string, value: unknown): boolean {
  if (type.endsWith("!")) return value !== null && value !== undefined && fits(type.slice(0, -1), value);
  if (value === null || value === undefined) return true;
  if (type.startsWith("[")) return Array.isArray(value) && value.every((each) => fits(type.slice(1, -1), each));
  if (type === "Int") return Number.isInteger(value);
  if (type === "Boolean") return typeof value === "boolean";
  if (type === "String" || type === "ID") return typeof value === "string";
  return typeof value === "object" && "enum" in value;
}

/** Runs a query as Shopify does. `cost`: the points of the query before it runs, or of its data. */
export class Engine {
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
    for (const type of Object.values(schema).flatMap((fields) => Object.values(fields))) {
      const connection = /^(\w+)Connection\b/.exec(type);
      if (connection) schema[`${connection[1]}Connection`] = { nodes: `[${connection[1]}!]!`, pageInfo: "PageInfo!" };
    }
    schema.PageInfo = {
      hasNextPage: "Boolean!",
      hasPreviousPage: "Boolean!",
      startCursor: "String",
      endCursor: "String",
    };
  }

  /** Checks a query and puts the variables in. @throws GraphqlError */
  prepare(text: string, variables: Record<string, unknown>): { fields: Field[]; cost: number } {
    const { declared, fields } = parse(text);
    for (const [name, type] of declared)
      if (!fits(type, variables[name]))
        throw new GraphqlError("INVALID_VARIABLE", `Variable $${name} of type ${type} was provided invalid value`);
    const used = new Set<string>();
    const check = (parent: string, field: Field): number => {
      const owner = field.on ?? parent;
      const signature = this.#schema[owner]?.[field.name];
      if (signature === undefined)
        throw new GraphqlError("undefinedField", `Field '${field.name}' doesn't exist on type '${owner}'`);
      const [, type = "", parameters = ""] = /^([^(]+)(?:\((.*)\))?$/.exec(signature) ?? [];
      const known = new Map(parameters.matchAll(/(\w+): ([^,]+)/g).map(([, name = "", of = ""]) => [name, of]));
      for (const [name, value] of Object.entries(field.args)) {
        const expected = known.get(name);
        if (expected === undefined)
          throw new GraphqlError("argumentNotAccepted", `Field '${field.name}' doesn't accept argument '${name}'`);
        if (isVariable(value)) {
          used.add(value.$);
          const given = declared.get(value.$);
          if (given !== expected && given !== `${expected}!`)
            throw new GraphqlError("variableMismatch", `Type mismatch on variable $${value.$} and argument ${name}`);
          field.args[name] = variables[value.$] ?? null;
        } else if (!fits(expected, value))
          throw new GraphqlError("argumentLiteralsIncompatible", `Argument '${name}' has an invalid value`);
      }
      for (const [name, of] of known)
        if (of.endsWith("!") && !(name in field.args))
          throw new GraphqlError("missingRequiredArguments", `Field '${field.name}' is missing argument ${name}`);
      const object = this.#schema[bare(type)];
      if (!object !== (field.fields.length === 0))
        throw new GraphqlError("selectionMismatch", `Selections do not fit field '${field.name}'`);
      if (!object) return 0;
      const costOf = (children: Field[]) => children.reduce((sum, child) => sum + check(bare(type), child), 0);
      if (!bare(type).endsWith("Connection"))
        return (Array.isArray(field.args.ids) ? field.args.ids.length : 1) * (1 + costOf(field.fields));
      const { first } = field.args;
      if (typeof first !== "number") throw new GraphqlError("BAD_REQUEST", "you must provide one of first or last");
      if (first < 1 || first > 250) throw new GraphqlError("BAD_REQUEST", "first must be between 1 and 250");
      const nodes = field.fields.filter(({ name }) => name === "nodes");
      return 2 + first * costOf(nodes) + costOf(field.fields.filter(({ name }) => name !== "nodes"));
    };
    const cost = fields.reduce((sum, field) => sum + check("QueryRoot", field), 0);
    for (const name of declared.keys())
      if (!used.has(name)) throw new GraphqlError("variableNotUsed", `Variable $${name} is declared but not used`);
    return { fields, cost };
  }

  run(fields: Field[], resolve: Resolve): { data: Record<string, unknown>; cost: number } {
    let cost = 0;
    const select = (type: string, value: unknown, selected: Field[]): Record<string, unknown> =>
      Object.fromEntries(
        selected.map((field) => {
          const owner = field.on ?? type;
          const of = bare(this.#schema[owner]?.[field.name]?.replace(/\(.*$/, "") ?? "");
          const result = resolve(owner, value, field);
          const one = (each: unknown): unknown => {
            if (!this.#schema[of] || each === null || each === undefined) return each ?? null;
            cost += of.endsWith("Connection") ? 2 : 1;
            return select(of, each, field.fields);
          };
          return [field.name, Array.isArray(result) ? result.map(one) : one(result)];
        }),
      );
    return { data: select("QueryRoot", {}, fields), cost };
  }
}
