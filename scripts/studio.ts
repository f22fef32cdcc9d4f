/** `npm run studio`: Prisma Studio on the database in DATABASE_URL, or on the embedded one of `npm start`. Ctrl-C ends it. */
import { openDatabaseOf } from "./database.ts";
import { live } from "./lifetime.ts";
import { run } from "./run.ts";
import { readEnvFile } from "./settings.ts";

await live(async (life) => {
  readEnvFile();
  const { url, stop } = await openDatabaseOf(process.env.DATABASE_URL);
  life.onEnd(stop);
  const env = { DATABASE_URL: url, CHECKPOINT_DISABLE: "1" };
  await run("prisma", ["studio", ...process.argv.slice(2)], { env, signal: life.signal });
});
