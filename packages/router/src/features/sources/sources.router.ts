import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { ConnectRetailerSource, ConnectSource } from "./connect-source.schema.ts";
import { connectSource } from "./connect-source.ts";
import { disconnectSource } from "./disconnect-source.ts";
import { rememberColumns } from "./remember-columns.ts";
import {
  connectRetailerSource,
  disconnectRetailerSource,
  getRetailerSource,
  rememberFileColumns,
} from "./retailer-source.ts";
import {
  ConnectedRetailerSource,
  ConnectedSource,
  InStore,
  ProviderDetails,
  RememberColumns,
  RememberFileColumns,
  RetailerSource,
  SourceRecord,
} from "./source.schema.ts";
import { getSource, providers } from "./source.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });
const readStore = procedure.meta({ access: "inventory:read", stores: "named" });
const writeStore = procedure.meta({ access: "inventory:write", stores: "named" });

const OfRetailer = z.strictObject({ retailerId: z.string() });

export const sources = router({
  providers: procedure
    .meta({ access: "any" })
    .input(z.strictObject({}))
    .output(z.array(ProviderDetails))
    .query(() => [...providers]),
  // The key of a store also takes product data for all stores.
  connect: write
    .input(ConnectSource)
    .output(ConnectedSource)
    .mutation(({ ctx, input }) => connectSource(ctx, input)),
  disconnect: write
    .input(InStore)
    .output(z.void())
    .mutation(({ ctx, input }) => disconnectSource(ctx, input)),
  getSource: readStore
    .input(InStore)
    .output(SourceRecord)
    .query(({ ctx, input }) => getSource(ctx, input)),
  rememberColumns: writeStore
    .input(RememberColumns)
    .output(SourceRecord)
    .mutation(({ ctx, input }) => rememberColumns(ctx, input)),
  connectFiles: write
    .input(ConnectRetailerSource)
    .output(ConnectedRetailerSource)
    .mutation(({ ctx, input }) => connectRetailerSource(ctx, input)),
  getFileSource: read
    .input(OfRetailer)
    .output(RetailerSource)
    .query(({ ctx, input }) => getRetailerSource(ctx, input)),
  rememberFileColumns: write
    .input(RememberFileColumns)
    .output(RetailerSource)
    .mutation(({ ctx, input }) => rememberFileColumns(ctx, input)),
  disconnectFiles: write
    .input(OfRetailer)
    .output(z.void())
    .mutation(({ ctx, input }) => disconnectRetailerSource(ctx, input)),
});
