import { hash } from "node:crypto";
import { DomainError, type IfMatch } from "@highstreet/router";

/** The kind of tag of an answer (RFC 9110, section 8.8.3). `Operation.etag` explains the kinds. */
export type TagKind = "version" | "view" | "content";

const digestOf = (text: string): string => hash("sha1", text, "base64url").slice(0, 16);

export function tagOf(kind: TagKind, body: object, text: string): string {
  // A weak tag, because If-Match compares strongly and must not match a record without versions.
  if (kind === "content") return `W/"${digestOf(text)}"`;
  const version = "version" in body ? Number(body.version) : 0;
  return kind === "version" ? `"${version}"` : `"${version}.${digestOf(text)}"`;
}

const member = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

/** `*` for any tag. undefined if the header is not a list of tags (RFC 9110, 8.8.3). */
function readTags(header: string): { weak: boolean; tag: string }[] | "*" | undefined {
  if (header.trim() === "*") return "*";
  const tags: { weak: boolean; tag: string }[] = [];
  member.lastIndex = 0;
  while (member.lastIndex < header.length) {
    const found = member.exec(header);
    if (!found) return undefined;
    if (found[2] !== undefined) tags.push({ weak: found[1] !== undefined, tag: found[2] });
  }
  return tags;
}

/** Whether `If-None-Match` contains the tag, by weak comparison. An invalid header contains nothing. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = readTags(ifNoneMatch);
  if (tags === "*") return true;
  const opaque = etag.replace(/^W\//, "").slice(1, -1);
  return tags?.some(({ tag }) => tag === opaque) ?? false;
}

/**
 * The versions in `If-Match`: the part before the first dot of each strong tag.
 * @throws MalformedRequest if the header is not a list of entity tags
 */
export function versionsOf(ifMatch: string): IfMatch {
  const tags = readTags(ifMatch);
  if (tags === "*") return "any";
  if (!tags?.length) {
    const detail = 'If-Match must be an ETag as we sent it, quotes included (such as "3"), several of them, or *.';
    throw new DomainError("MalformedRequest", detail);
  }
  const versions = tags.flatMap(({ weak, tag }) => (weak ? [] : (/^(\d{1,15})(?:\.|$)/.exec(tag)?.[1] ?? [])));
  return new Set(versions.map(Number));
}
