import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { putUpload } from "./put-upload.ts";
import { PutUpload, UploadAnswer } from "./uploads.schema.ts";

export const uploads = router({
  put: procedure
    .meta({ access: "upload" })
    .input(PutUpload)
    .output(UploadAnswer)
    .mutation(({ ctx, input }) => putUpload(ctx, input)),
});
