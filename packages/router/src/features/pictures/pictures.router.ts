import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { AddedPicture, AddPicture, Edited, PutPicture } from "./pictures.schema.ts";
import { addPicture, putPicture } from "./put-picture.ts";

export const pictures = router({
  put: procedure
    .meta({ access: "inventory:write", stores: "named" })
    .input(PutPicture)
    .output(Edited)
    .mutation(({ ctx, input }) => putPicture(ctx, input)),
  add: procedure
    .meta({ access: "inventory:write" })
    .input(AddPicture)
    .output(AddedPicture)
    .mutation(({ ctx, input }) => addPicture(ctx, input)),
});
