import { mutation, procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { AddedPicture, AddPicture, Edited, PutPicture } from "./pictures.schema.ts";
import { addPicture, putPicture } from "./put-picture.ts";

export const pictures = router({
  put: mutation(procedure.meta({ access: "inventory:write", stores: "named" }), PutPicture, Edited, putPicture),
  add: mutation(procedure.meta({ access: "inventory:write" }), AddPicture, AddedPicture, addPicture),
});
