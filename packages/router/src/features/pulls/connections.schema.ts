import { catalogue } from "@highstreet/connectors/catalogue.ts";
import { z } from "zod";
import { Warning } from "../../core/channels/channel.schema.ts";
import { bodyOf, isObject } from "../../kernel/body.schema.ts";
import { createdAt, updatedAt, versionShown } from "../../kernel/fields.schema.ts";

const ids = catalogue.map(({ id }) => id);

const Location = z.object({
  id: z.string().describe("Id at the shop system: `parameters.locationId` of a source"),
  name: z.string().describe("Name at the shop system"),
  storeId: z.string().nullable().describe("The store whose source names the location; null: none"),
});

/** Without secrets. */
export const Connection = z.object({
  connector: z.string().describe(`The kind of shop system: ${ids.join(", ")}`),
  label: z.string().describe("Its name for people"),
  status: z
    .enum(["pending", "connected", "invalid"])
    .describe("`pending` before the first pull; `invalid` while the shop system refuses the credential"),
  parameters: z.record(z.string(), z.unknown()).describe("The credential without its secrets"),
  warnings: z.array(Warning).describe("`ConnectionFailed` until the next good pull"),
  locations: z.array(Location).describe("As of the last pull"),
  pulledAt: z.string().nullable().describe("Start of the last good pull"),
  nextPullAt: z.string().describe("When the next pull is due, RFC 3339 in UTC"),
  createdAt,
  updatedAt,
  version: versionShown,
});
export type Connection = z.infer<typeof Connection>;

/** With the fields of its credential. */
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
  bodyOf(
    {
      connector: z.literal(id).describe("The kind of shop system"),
      credential: credential.describe(
        "What the shop system needs to let us read. Secrets are stored encrypted, and never shown again",
      ),
    },
    Connection,
  ).meta({ title: label }),
);
const [first, ...others] = options;
if (!first) throw new Error("there is no connector");

const ConnectionBody = z.preprocess(
  (body) => {
    if (!isObject(body) || typeof body.connector !== "string" || ids.includes(body.connector)) return body;
    return { ...body, connector: "?" };
  },
  z.discriminatedUnion("connector", [first, ...others], unknownConnector),
);

export const SaveConnection = z.strictObject({ retailerId: z.string(), body: ConnectionBody });
export type SaveConnection = z.infer<typeof SaveConnection>;
