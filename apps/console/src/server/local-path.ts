const HERE = "http://console.invalid";

/** The path of this console in `next`, read as a browser reads it. Any other address becomes the home page. */
export function localPath(next: string | string[] | undefined): string {
  if (typeof next !== "string" || !URL.canParse(next, HERE)) return "/";
  const { origin, pathname, search, hash } = new URL(next, HERE);
  // `/.//evil` is a path here. After normalization it would be another host.
  return origin === HERE && /^\/(?!\/)/.test(pathname) ? pathname + search + hash : "/";
}
