import { catalogue } from "@highstreet/connectors/catalogue.ts";
import { z } from "zod";
import { Warning } from "../../core/channels/channel.schema.ts";
import { bodyOf, isObject } from "../../kernel/body.schema.ts";

const ids = catalogue.map(({ id }) => id);

/** A place of the shop system that has stock. */
const Location = z.object({
  id: z.string(),
  name: z.string(),
  storeId: z.string().nullable().describe("The store whose source names the location; null: none"),
});

/** A connection to a shop system, without secrets. */
export const Connection = z.object({
  connector: z.string().describe(`${ids.join(", ")}`),
  label: z.string(),
  status: z
    .enum(["pending", "connected", "invalid"])
    .describe("`pending` before the first pull; `invalid` while the shop system refuses the credential"),
  parameters: z.record(z.string(), z.unknown()).describe("The credential without its secrets"),
  warnings: z.array(Warning).describe("`ConnectionFailed` until the next good pull"),
  locations: z.array(Location).describe("As of the last pull"),
  pulledAt: z.string().nullable().describe("Start of the last good pull"),
  nextPullAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int().describe("Number of changes by calls, for If-Match"),
});
export type Connection = z.infer<typeof Connection>;

/** A kind of shop system, and the fields of its credential. */
export const ShopSystem = z.object({
  connector: z.string(),
  label: z.string(),
  fields: z.array(z.object({ name: z.string(), isSecret: z.boolean() })),
});
export type ShopSystem = z.infer<typeof ShopSystem>;

export const ConnectionsOf = z.strictObject({ retailerId: z.string() });
export type ConnectionsOf = z.infer<typeof ConnectionsOf>;

export const OneConnection = z.strictObject({ retailerId: z.string(), connector: z.string() });
export type OneConnection = z.infer<typeof OneConnection>;

const unknownConnector = `must be one of ${ids.join(", ")}`;

const options = catalogue.map(({ id, label, credential }) =>
  bodyOf({ connector: z.literal(id), credential }, Connection).meta({ title: label }),
);
const [first, ...others] = options;
if (!first) throw new Error("there is no connector");

/** The body of a connection, by `connector`. */
const ConnectionBody = z.preprocess(
  (body) => {
    if (!isObject(body) || typeof body.connector !== "string" || ids.includes(body.connector)) return body;
    return { ...body, connector: "?" };
  },
  z.discriminatedUnion("connector", [first, ...others], unknownConnector),
);

/** POST …/connections */
export const SaveConnection = z.strictObject({ retailerId: z.string(), body: ConnectionBody });
export type SaveConnection = z.infer<typeof SaveConnection>;
