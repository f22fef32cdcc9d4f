import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { createKey } from "./create-key.ts";
import { CreateKey, KeyId, KeyPage, ListKeys, NewKey } from "./keys.schema.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";

export const keys = router({
  create: mutation(procedure.meta({ access: "keys:write" }), CreateKey, NewKey, createKey),
  list: query(procedure.meta({ access: "keys:write" }), ListKeys, KeyPage, listKeys),
  revoke: mutation(procedure.meta({ access: "keys:write" }), KeyId, z.void(), revokeKey),
});
