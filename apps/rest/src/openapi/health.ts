import { headersOf } from "./headers.ts";
import { problemsOf } from "./problems.ts";

/** The chapter with the calls of monitoring. */
export const healthTag = { name: "Operations", description: "Whether the service runs." };

const get = (operationId: string, summary: string, status: string, problems: Record<string, unknown>) => ({
  get: {
    operationId,
    tags: [healthTag.name],
    summary,
    responses: {
      "200": {
        description: "OK",
        headers: headersOf(["X-Request-Id"]),
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: { status: { type: "string", const: status } },
              required: ["status"],
            },
            example: { status },
          },
        },
      },
      ...problems,
    },
    security: [],
  },
});

/** Calls for monitoring. They need no key. */
export const healthPaths = (responses: Record<string, unknown>) => ({
  "/healthz": get("healthz", "Whether the process runs", "ok", problemsOf(["InternalError"], responses)),
  "/readyz": get(
    "readyz",
    "Whether the service can serve",
    "ready",
    problemsOf(["InternalError", "Unavailable"], responses),
  ),
});
