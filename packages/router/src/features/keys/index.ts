export { type Authenticate, createAuthenticate, OPEN_CALLS } from "./authenticate-bearer.ts";
export { authenticateKey } from "./authenticate-key.ts";
export { authenticateUpload, newUploadKey, type UploadActor, type UploadKey } from "./authenticate-upload.ts";
export { createPartner, type NewPartner } from "./create-partner.ts";
export { createPartnerKey } from "./create-partner-key.ts";
export { keyNames } from "./internal/key-row.ts";
export { shownKey } from "./internal/key-token.ts";
export { createKeyCache, REVOKED } from "./key-cache.ts";
export { keys } from "./keys.router.ts";
