export { authenticateKey } from "./authenticate-key.ts";
export { createPartner, type NewPartner } from "./create-partner.ts";
export { createPartnerKey } from "./create-partner-key.ts";
export { createKeyCache, REVOKED } from "./key-cache.ts";
export { keyNames } from "./key-names.ts";
export { keys } from "./keys.router.ts";
export { shownKey } from "./shown-key.ts";
export { authenticateUpload, newUploadKey, type UploadActor } from "./upload-key.ts";
