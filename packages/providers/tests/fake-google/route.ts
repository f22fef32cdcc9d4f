import { HOSTS, type Service } from "../../src/google/hosts.ts";
import { invalid } from "./fault.ts";
import type { World } from "./world.ts";

export interface Asked {
  world: World;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
}

export interface Route {
  service: Service;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** In Google's notation: `/v1/{group}/invitations/{id}:accept`. */
  path: string;
  /** The known query parameters. */
  query?: string[];
  handle: (asked: Asked) => unknown;
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/:]+)")}$`);

/** Finds the route of a call and the values in its path. */
export function findRoute(routes: readonly Route[], host: string, method: string, path: string) {
  for (const route of routes) {
    if (HOSTS[route.service] !== host || route.method !== method) continue;
    const match = patternOf(route.path).exec(path);
    if (match) return { route, params: { ...match.groups } as Record<string, string> };
  }
  return undefined;
}

export function checkQuery(route: Route, query: Record<string, unknown>): void {
  const unknown = Object.keys(query).find((name) => !route.query?.includes(name));
  if (unknown !== undefined) {
    throw invalid(`Invalid JSON payload received. Unknown name "${unknown}": Cannot bind query parameter.`);
  }
}
