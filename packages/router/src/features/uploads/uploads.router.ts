import { procedure, router } from "../../kernel/trpc.ts";
import { putUpload } from "./put-upload.ts";
import { PutUpload, UploadIngest } from "./uploads.schema.ts";

/** Feeds by upload key. */
export const uploads = router({
  put: procedure
    .meta({ access: "upload" })
    .input(PutUpload)
    .output(UploadIngest)
    .mutation(({ ctx, input }) => putUpload(ctx, input)),
});
