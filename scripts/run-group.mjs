import { spawn } from "node:child_process";

const CHECK_MS = 500;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Runs a program to its end in a process group of its own, and collects its output. Ctrl-C asks the group to end. A second one, SIGTERM,
 * SIGHUP and the death of the parent kill it. Then this process exits.
 * @param {{ onStart?: (pid: number) => void, mustEnd?: (output: string) => boolean }} options for `spawn`, too. `mustEnd`: whether a
 * piece of the output is a reason to kill the group
 * @returns {Promise<{ status: number | null, output: string, error?: NodeJS.ErrnoException }>}
 */
export async function runGroup(program, args, { onStart, mustEnd, ...options }) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  if (child.pid) onStart?.(child.pid);
  let ending;
  const send = (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch (error) {
      // The group is empty.
      if (error.code !== "ESRCH") throw error;
    }
  };
  const end = (signal) => {
    const isFirst = ending === undefined && signal === "SIGINT";
    if (isFirst) console.error("\nWaiting for the end of npm. Ctrl-C again kills it.");
    ending = signal;
    send(isFirst ? signal : "SIGKILL");
  };
  for (const signal of Object.keys(CODES)) process.on(signal, end);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && end("SIGTERM"), CHECK_MS);
  let output = "";
  const take = (chunk) => {
    output += chunk;
    if (mustEnd?.(String(chunk))) send("SIGKILL");
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const result = await new Promise((resolve) => {
    child.once("error", (error) => resolve({ status: null, output, error }));
    // Its own children end with it.
    child.once("exit", () => send("SIGKILL"));
    child.once("close", (status) => resolve({ status, output }));
  });
  clearInterval(watch);
  for (const signal of Object.keys(CODES)) process.off(signal, end);
  if (ending) process.exit(CODES[ending]);
  return result;
}
