export { uploads } from "./uploads.router.ts";
