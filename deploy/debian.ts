/** Programs of Debian for tests. Nothing is installed: a package is unpacked into the cache of node_modules. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";

const CACHE = join(import.meta.dirname, "../node_modules/.cache/debian");

/**
 * @param path the path of the program in the package, such as `usr/sbin/nginx`
 * @returns the program in PATH, or of Debian's package; undefined, after a line on stderr, without both
 */
export function debianProgram(debianPackage: string, path: string): string | undefined {
  const name = path.split("/").at(-1) ?? "";
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  const installed = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  const unpacked = join(CACHE, debianPackage);
  if (existsSync(join(unpacked, path))) return join(unpacked, path);
  const own = `${unpacked}.${process.pid}`;
  try {
    mkdirSync(own, { recursive: true });
    const silent = { cwd: own, stdio: "pipe" } as const;
    execFileSync("apt-get", ["download", debianPackage], silent);
    for (const file of readdirSync(own)) execFileSync("dpkg", ["-x", file, "."], silent);
    rmSync(unpacked, { recursive: true, force: true });
    renameSync(own, unpacked);
    return join(unpacked, path);
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    console.error(`SKIPPED: ${name} is not here, and Debian's ${debianPackage} was not downloaded. ${stderr ?? error}`);
    rmSync(own, { recursive: true, force: true });
    return undefined;
  }
}
