export { DomainError, type ErrorCode, type FieldError, statusOf } from "./errors.ts";
export type { Actor, Context, Settings } from "./context.ts";
export { openStaffAccess, type StaffAccess, type StaffAccessOptions } from "./staff/index.ts";
export { mergeRouters, procedure, router } from "./trpc.ts";
export { inboxSecret } from "./webhooks/inbox-secret.ts";
