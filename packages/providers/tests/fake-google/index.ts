export { createFakeGoogle } from "./server.ts";
export { fakeEnvironment } from "./world.ts";
