import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `initdb` and the `postgres` that it runs call this with the user's number, and end when it knows no such user. */
const LOOKUP = "getpwuid";
/** This takes no notice of what it is called with, and never fails: its answer, too, begins with the address of a text. */
const HARMLESS = "localeconv";
/** A name that compilers put into nearly each program, for a function that no C library has. */
const SPARE = "_ITM_deregisterTMCloneTable";

/**
 * Copies the programs into `folder` such that they make a data folder for a user number without a name. They ask the system
 * for the name and have no use for it: the database's user is named on the command line. Linux only.
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

/** The same ELF-64 program (elf(5)), little-endian, with HARMLESS in place of LOOKUP among the functions that it imports. */
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
