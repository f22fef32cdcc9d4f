export {
  type Authenticate,
  authenticateKey,
  authenticateUpload,
  createAuthenticate,
  newUploadKey,
  OPEN_CALLS,
  type UploadActor,
  type UploadKey,
} from "./authenticate.ts";
export { createPartner, createPartnerKey, type NewPartner } from "./create-key.ts";
export { keyNames, shownKey } from "./internal/key-row.ts";
export { createKeyCache, REVOKED } from "./key-cache.ts";
export { keys } from "./keys.router.ts";
