export { DomainError, type ErrorCode, type FieldError, statusOf } from "./errors.ts";
export type { Actor, Context, Settings } from "./context.ts";
