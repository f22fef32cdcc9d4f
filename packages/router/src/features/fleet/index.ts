export { fleet } from "./fleet.router.ts";
