import { defineConfig } from "orval";

export default defineConfig({
  highstreet: {
    input: "../generated/openapi.json",
    output: {
      target: "generated/api.ts",
      client: "fetch",
      override: { mutator: { path: "fetch.ts", name: "callService" } },
    },
  },
});
