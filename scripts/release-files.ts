/** The files of a release, made from the repository's own texts. */

/** Moves the entries above the last release under a heading of this release. @throws Error without entries */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  const last = changelog.search(/^## \d/m);
  const [open, released] = last < 0 ? [changelog, ""] : [changelog.slice(0, last), changelog.slice(last)];
  const entries = open.replace(/^# Changelog\n/, "").trim();
  if (!/^- /m.test(entries)) throw new Error("CHANGELOG.md has no entry since the last release.");
  const demoted = entries.replaceAll(/^## /gm, "### ");
  return `# Changelog\n\n## ${version} (${day})\n\n${demoted}\n${released && `\n${released}`}`;
}

/** The entries of one kind of reader in a release, or "". */
export function entriesFor(reader: string, changelog: string, version: string): string {
  const [, release = ""] = changelog.split(`\n## ${version} (`);
  const [, entries = ""] = (release.split(/^## /m)[0] ?? "").split(`\n### For ${reader}\n`);
  return (entries.split(/^### /m)[0] ?? "").trim();
}

interface Upgrade {
  version: string;
  /** The name of the release before. */
  from: string;
  migrations: { name: string; script: string }[];
  /** The entries of the changelog for operators. */
  entries: string;
}

export function upgradeNotes({ version, from, migrations, entries }: Upgrade): string {
  const rows = migrations.map(({ name, script }) => {
    const ends = /UPDATE "?schema_version"?\s+SET "?minimum_version/.test(script);
    return `- \`${name}\`${ends ? ". **Processes of earlier versions end before it**" : ""}`;
  });
  const made = rows.length ? `${rows.length}, applied by \`npm run migrate\`:\n\n${rows.join("\n")}` : "None.";
  return `# Upgrade to ${version}

From the release before: ${from}. The steps are those of every release: [deploy](../../deploy/README.md).

## For operators

${entries.replaceAll(/\]\((?![a-z]+:)/g, "](../../") || "No other change."}

## Migrations

${made}
`;
}

interface Package {
  name?: string;
  version?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  license?: string;
  integrity?: string;
}

/**
 * The packages of the image (`npm ci --omit=dev --omit=optional`) with their checksums, as CycloneDX 1.5. Made here, because `npm sbom` refuses a lock file with workspaces
 * without versions, or with overrides.
 */
export function billOfMaterials(packages: Record<string, Package>, version: string) {
  const found = Object.entries(packages).filter(
    ([path, { link, dev, optional, devOptional }]) =>
      path.includes("node_modules/") && !link && !dev && !optional && !devOptional,
  );
  const components = found.map(([path, entry]) => {
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const [algorithm = "", digest = ""] = entry.integrity?.split(/-(.*)/s) ?? [];
    const content = Buffer.from(digest, "base64").toString("hex");
    return {
      type: "library",
      "bom-ref": path,
      name,
      version: entry.version,
      ...(entry.integrity && { hashes: [{ alg: algorithm.replace("sha", "SHA-"), content }] }),
      ...(entry.license && { licenses: [{ license: { name: entry.license } }] }),
      purl: `pkg:npm/${name.replace("@", "%40")}@${entry.version}`,
    };
  });
  const component = { type: "application", "bom-ref": "highstreet", name: "highstreet", version };
  return { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component }, components };
}
