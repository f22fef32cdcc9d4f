export { checkKeyRing } from "./check-key-ring.ts";
export { whyKeysUnfit, writeKeyCanary } from "./key-canary.ts";
export { reseal } from "./reseal.ts";
export type { Place } from "./sealed-columns.ts";
export { createVault, type KeyRing, parseKeys, type Vault } from "./vault.ts";
