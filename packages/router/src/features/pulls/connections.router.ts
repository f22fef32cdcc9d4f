import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { Connection, ConnectionsOf, OneConnection, SaveConnection, ShopSystem } from "./connections.schema.ts";
import { getConnection, listConnections, shopSystems } from "./connections.ts";
import { removeConnection } from "./remove-connection.ts";
import { saveConnection } from "./save-connection.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });

export const connections = router({
  systems: procedure
    .meta({ access: "any" })
    .input(z.strictObject({}))
    .output(z.array(ShopSystem))
    .query(() => [...shopSystems]),
  list: query(read, ConnectionsOf, z.array(Connection), listConnections),
  get: query(read, OneConnection, Connection, getConnection),
  save: mutation(write, SaveConnection, Connection, saveConnection),
  remove: mutation(write, OneConnection, z.void(), removeConnection),
});
