const HERE = "http://console.invalid";

/** The path of this console that `next` leads to, read as a browser reads it; anything else leads home. */
export function localPath(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !URL.canParse(next, HERE)) return "/";
  const { origin, pathname, search, hash } = new URL(next, HERE);
  // `/.//evil` is a path here, and what is left of it is not.
  return origin === HERE && /^\/(?!\/)/.test(pathname) ? pathname + search + hash : "/";
}
