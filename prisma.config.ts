import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations", seed: "node prisma/seed.ts" },
  // `npm run studio` sets it to the embedded database. `prisma generate` needs none.
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
