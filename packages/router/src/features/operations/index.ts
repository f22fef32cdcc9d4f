export { operations } from "./operations.router.ts";
export { runOperations } from "./run-operations.ts";
