export { authenticateKey } from "./authenticate-key.ts";
export { deadUploadKey, whileKeyStands } from "./check-standing.ts";
export { createPartner, type NewPartner } from "./create-partner.ts";
export { createPartnerKey } from "./create-partner-key.ts";
export { createKeyCache, type KeyCache, REVOKED } from "./key-cache.ts";
export { keyNames } from "./key-names.ts";
export type { Scope } from "./scopes.schema.ts";
export { shownKey } from "./shown-key.ts";
export { authenticateUpload, newUploadKey, type UploadActor } from "./upload-key.ts";
