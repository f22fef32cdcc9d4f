/** Starts the fake of Google's APIs until Ctrl+C: `npm run fake-google`. docs/google.md explains it. */
import { createFakeGoogle, fakeEnvironment } from "@highstreet/providers/fake-google";

const port = Number(process.env.FAKE_GOOGLE_PORT || 4600);
const { app } = createFakeGoogle();
const url = await app.listen({ port, host: "127.0.0.1" });
console.log(`Google's APIs are faked at ${url} (${url}/fake/state). What signs in to it, for .env:\n`);
for (const [name, value] of Object.entries(fakeEnvironment(url))) console.log(`${name}="${value}"`);

async function end(): Promise<void> {
  await app.close();
  process.disconnect?.();
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());
