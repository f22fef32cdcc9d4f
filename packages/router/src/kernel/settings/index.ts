export type { Role } from "./declared.ts";
export { allSettings, readSetting, readSettings, unknownSettings } from "./read-settings.ts";
