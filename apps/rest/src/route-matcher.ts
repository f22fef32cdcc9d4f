import { fixedWords, type Operation } from "./operations/operation.ts";

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function matches(pattern: string[], segments: (string | undefined)[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, n) => {
      const segment = segments[n];
      if (part === ":barcode") return segment !== undefined && !fixedWords.has(segment);
      return part.startsWith(":") ? segment !== "" : part === segment;
    })
  );
}

/**
 * The methods of a path without `/v1`, for `Allow`; empty for an unknown path. A fixed word is not a barcode. Called only for
 * requests without a route.
 */
export function createMethodFinder(routes: readonly Pick<Operation, "method" | "path">[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({ method, parts: path.split("/") }));
  return (path) => {
    const segments = path.split("/").map(decoded);
    const methods = new Set<string>(
      patterns.filter(({ parts }) => matches(parts, segments)).map(({ method }) => method),
    );
    if (!methods.size) return [];
    if (methods.has("GET")) methods.add("HEAD");
    methods.add("OPTIONS");
    return [...methods].sort();
  };
}
