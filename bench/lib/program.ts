import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** On the same disk as PostgreSQL's data. */
const SCRATCH = join(import.meta.dirname, "../results");
/** Folders of servers that are often missing in the PATH. */
const MORE = ["/usr/local/sbin", "/usr/sbin"];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a program outside of npm; undefined if the machine does not have it. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return [...folders, ...MORE].map((folder) => join(folder, name)).find(isExecutable);
}

export interface Running {
  /** The folder of the server, removed at its end. */
  folder: string;
  /** The port on 127.0.0.1. */
  port: number;
}

/**
 * Starts a server outside of npm that ends with this process.
 * @param argsFor its arguments
 * @returns after it accepts connections
 */
export async function startProgram(name: string, argsFor: (running: Running) => string[]): Promise<Running> {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`there is no ${name} on the PATH`);
  mkdirSync(SCRATCH, { recursive: true });
  const running = { folder: mkdtempSync(join(SCRATCH, `${name}-`)), port: await freePort() };
  const program = spawn(path, argsFor(running), { cwd: running.folder, stdio: ["ignore", "ignore", "inherit"] });
  let isTold = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      isTold = true;
      program.kill();
    });
  }
  program.once("exit", (code) => {
    if (!isTold) console.error(`${name} ended by itself, with ${code}`);
    process.exit(isTold ? 0 : 1);
  });
  process.once("exit", () => {
    program.kill();
    rmSync(running.folder, { recursive: true, force: true, maxRetries: 3 });
  });
  while (!(await takesConnections(running.port))) await delay(20);
  return running;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}
