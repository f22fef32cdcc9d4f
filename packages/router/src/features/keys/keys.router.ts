import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { createKey } from "./create-key.ts";
import { CreateKey, KeyId, KeyPage, ListKeys, NewKey } from "./keys.schema.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";

export const keys = router({
  create: procedure
    .meta({ access: "keys:write" })
    .input(CreateKey)
    .output(NewKey)
    .mutation(({ ctx, input }) => createKey(ctx, input)),
  list: procedure
    .meta({ access: "keys:write" })
    .input(ListKeys)
    .output(KeyPage)
    .query(({ ctx, input }) => listKeys(ctx, input)),
  revoke: procedure
    .meta({ access: "keys:write" })
    .input(KeyId)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),
});
