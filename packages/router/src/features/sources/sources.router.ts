import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
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
  connect: mutation(write, ConnectSource, ConnectedSource, connectSource),
  disconnect: mutation(write, InStore, z.void(), disconnectSource),
  getSource: query(readStore, InStore, SourceRecord, getSource),
  rememberColumns: mutation(writeStore, RememberColumns, SourceRecord, rememberColumns),
  connectFiles: mutation(write, ConnectRetailerSource, ConnectedRetailerSource, connectRetailerSource),
  getFileSource: query(read, OfRetailer, RetailerSource, getRetailerSource),
  rememberFileColumns: mutation(write, RememberFileColumns, RetailerSource, rememberFileColumns),
  disconnectFiles: mutation(write, OfRetailer, z.void(), disconnectRetailerSource),
});
