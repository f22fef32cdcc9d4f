import { randomBytes } from "node:crypto";
import { createStaffMember } from "@highstreet/router/features/staff/index.ts";
import type { TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";

export type Route = (request: Request, call: { params: Promise<Record<string, string>> }) => Promise<Response>;

export const ORIGIN = "http://localhost:3000";

/** Sets the environment that the routes of the console read. Call this before the import of a route. */
export function setEnvironment(databaseUrl: string): void {
  process.env.DATABASE_URL = databaseUrl;
  process.env.HIGHSTREET_SECRET_KEY = randomBytes(32).toString("base64");
  process.env.HIGHSTREET_CONSOLE_URL = ORIGIN;
}

/** Creates a person with a role at a shop, and signs the person in. @returns the session cookie */
export async function signIn(
  t: TestContext,
  retailerId: string,
  role: "owner" | "manager" | "viewer",
): Promise<string> {
  const { POST: post }: { POST: Route } = await import("../src/app/api/auth/[...all]/route.ts");
  const member = { name: role, email: `${role}@shop.example`, password: canary("password"), role };
  await createStaffMember(t.asSystem(), { retailerId, ...member });
  const answer = await post(
    new Request(`${ORIGIN}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN },
      body: JSON.stringify({ email: member.email, password: member.password }),
    }),
    { params: Promise.resolve({}) },
  );
  if (!answer.ok) throw new Error(`the sign-in was refused: ${answer.status}`);
  const cookies = answer.headers.getSetCookie();
  return cookies.map((line) => line.split(";")[0]).join("; ");
}
