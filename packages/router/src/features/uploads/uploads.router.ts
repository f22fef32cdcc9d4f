import { mutation, procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { putUpload } from "./put-upload.ts";
import { PutUpload, UploadAnswer } from "./uploads.schema.ts";

export const uploads = router({
  put: mutation(procedure.meta({ access: "upload" }), PutUpload, UploadAnswer, putUpload),
});
