import type { components } from "./api.ts";

/** The API's records by name: `Schemas["Item"]`. */
export type Schemas = components["schemas"];
