import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `initdb` and its `postgres` call this function with the user id, and end if the user has no name. */
const LOOKUP = "getpwuid";
/** This function ignores its arguments and never fails. Its result also starts with the address of a text. */
const HARMLESS = "localeconv";
/** A name that compilers put into almost every program, for a function that no C library has. */
const SPARE = "_ITM_deregisterTMCloneTable";

/**
 * Copies the programs into `folder` and changes the copies so that they work for a user id without a name. The programs ask the
 * system for the name but do not need it: the command line names the database's user. Linux only.
 */
export function withoutUserName({ initdb, postgres }: Programs, folder: string): Programs {
  mkdirSync(join(folder, "bin"), { recursive: true });
  for (const part of ["lib", "share"]) symlinkSync(join(dirname(initdb), "..", part), join(folder, part));
  const patched = { initdb: join(folder, "bin/initdb"), postgres: join(folder, "bin/postgres") };
  for (const name of ["initdb", "postgres"] as const) {
    copyFileSync({ initdb, postgres }[name], patched[name]);
    writeFileSync(patched[name], withoutLookup(readFileSync(patched[name])));
  }
  return patched;
}

type Programs = { initdb: string; postgres: string };

/** The same little-endian ELF-64 program (elf(5)) with HARMLESS in place of LOOKUP in its imports. */
function withoutLookup(program: Buffer): Buffer {
  const offset = (at: number) => Number(program.readBigUInt64LE(at));
  const [table, size, count] = [offset(0x28), program.readUInt16LE(0x3a), program.readUInt16LE(0x3c)];
  const section = (index: number) => {
    const at = table + index * size;
    return {
      type: program.readUInt32LE(at + 4),
      start: offset(at + 0x18),
      length: offset(at + 0x20),
      link: program.readUInt32LE(at + 0x28),
    };
  };
  const symbols = Array.from({ length: count }, (_, index) => section(index)).find(({ type }) => type === 11);
  if (!symbols) throw new Error("the program imports nothing");
  const names = section(symbols.link);
  const spare = program.indexOf(`\0${SPARE}\0`, names.start) + 1;
  if (spare === 0 || spare >= names.start + names.length) throw new Error("the program has no room for a name");
  for (let at = symbols.start; at < symbols.start + symbols.length; at += 24) {
    const name = names.start + program.readUInt32LE(at);
    if (program.toString("latin1", name, name + LOOKUP.length + 1) !== `${LOOKUP}\0`) continue;
    program.write(`${HARMLESS}\0`, spare, "latin1");
    program.writeUInt32LE(spare - names.start, at);
    return program;
  }
  throw new Error(`the program does not import ${LOOKUP}`);
}
