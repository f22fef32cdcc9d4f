import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
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
  list: read
    .input(ConnectionsOf)
    .output(z.array(Connection))
    .query(({ ctx, input }) => listConnections(ctx, input)),
  get: read
    .input(OneConnection)
    .output(Connection)
    .query(({ ctx, input }) => getConnection(ctx, input)),
  save: write
    .input(SaveConnection)
    .output(Connection)
    .mutation(({ ctx, input }) => saveConnection(ctx, input)),
  remove: write
    .input(OneConnection)
    .output(z.void())
    .mutation(({ ctx, input }) => removeConnection(ctx, input)),
});
