export { type FoundTask, findTasks } from "./find-tasks.ts";
export { overview } from "./overview.router.ts";
