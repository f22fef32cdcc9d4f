/**
 * The last part of the path of a page, decoded. Next decodes a percent sign of a parameter, but not each other sign, so that the
 * parameter cannot be decoded again.
 * @param path as the browser sent it (`x-path` of the proxy)
 */
export function lastPartOf(path: string): string {
  const [pathname = ""] = path.split("?");
  return decodeURIComponent(pathname.split("/").at(-1) ?? "");
}
