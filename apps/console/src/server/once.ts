const made = globalThis as unknown as { highstreetConsole?: Map<string, unknown> };

/**
 * The one instance of something in this process. Next bundles each route by itself, so that a module's own variable
 * would be there once a route.
 */
export function once<T>(name: string, make: () => T): T {
  made.highstreetConsole ??= new Map();
  if (!made.highstreetConsole.has(name)) made.highstreetConsole.set(name, make());
  return made.highstreetConsole.get(name) as T;
}
