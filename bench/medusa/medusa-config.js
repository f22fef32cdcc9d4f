const { defineConfig } = require("@medusajs/framework/utils");

const origin = "http://localhost";

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: origin, adminCors: origin, authCors: origin, jwtSecret: "bench", cookieSecret: "bench" },
  },
});
