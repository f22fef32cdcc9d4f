import { procedure, router } from "../../kernel/trpc.ts";
import { getMe } from "./get-me.ts";
import { Me } from "./staff.schema.ts";

export const staff = router({
  me: procedure
    .meta({ access: "any" })
    .output(Me)
    .query(({ ctx }) => getMe(ctx)),
});
