export type { components, paths } from "./api.ts";
