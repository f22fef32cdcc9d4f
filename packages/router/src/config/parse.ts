import { accessSync, constants } from "node:fs";
import { isIP } from "node:net";

/**
 * Reads the text of a setting. Throws an Error whose message continues the name of the setting in a sentence: `is "x": it must be …`.
 * Messages about secrets do not contain the text.
 */
export type Parse<T> = (text: string) => T;

export type Role = "rest" | "worker" | "console" | "sftp" | "migrate" | "admin" | "start";

export interface Setting<T = unknown> {
  name: string;
  meaning: string;
  roles: readonly Role[];
  parse: Parse<T>;
  default?: string;
  usual?: string;
  requiredBy?: readonly Role[];
  write?: string;
}

const wrong = (text: string, must: string): Error => new Error(`is "${text}": it must be ${must}`);

export const anyText: Parse<string> = (text) => text;

export function whole(least: number, most: number, must: string): Parse<number> {
  return (text) => {
    const number = Number(text);
    if (Number.isSafeInteger(number) && number >= least && number <= most) return number;
    throw wrong(text, must);
  };
}

/** 0 takes any free port, for tests. */
export const port = whole(0, 65_535, "a port, 1 to 65535");
export const count = whole(1, Number.MAX_SAFE_INTEGER, "a whole number over 0");
export const days = whole(1, 3_650, "days, 1 to 3650");

export const share: Parse<number> = (text) => {
  const number = Number(text);
  if (number >= 0 && number <= 1) return number;
  throw wrong(text, "a number from 0 to 1");
};

const wholeSeconds = whole(0, 3_600, "whole seconds, 0 to 3600");
export const seconds: Parse<number> = (text) => wholeSeconds(text) * 1_000;

export const isOne: Parse<boolean> = (text) => {
  if (text === "0" || text === "1") return text === "1";
  throw wrong(text, "1 (yes) or 0 (no)");
};

export function oneOf<const Word extends string>(...words: Word[]): Parse<Word> {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw wrong(text, `one of ${words.join(", ")}`);
  };
}

export const webUrl: Parse<string> = (text) => {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text.replace(/\/+$/, "");
  throw wrong(text, "an address such as https://shops.example.com");
};

export const databaseUrl: Parse<string> = (text) => {
  if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new Error("is not an address: write it as postgresql://user:password@host:5432/database");
};

export const smtpUrl: Parse<string> = (text) => {
  if (/^smtps?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new Error("must be smtp://user:password@host:587 or smtps://user:password@host:465");
};

export const bucketUrl: Parse<string> = (text) => {
  const url = URL.parse(text);
  const isWhole = url?.username && url.password && /^\/[\w.-]{3,63}\/?$/.test(url.pathname);
  if (isWhole && /^https?:$/.test(url.protocol)) return text;
  throw new Error("must be https://key:secret@host/bucket?region=eu-west-1");
};

export const readableFile: Parse<string> = (text) => {
  try {
    accessSync(text, constants.R_OK);
    return text;
  } catch {
    throw wrong(text, "a file that this process can read");
  }
};

function list(isRight: (entry: string) => boolean, name: string): Parse<string[]> {
  return (text) => {
    const entries = text.split(",").map((entry) => entry.trim());
    const given = entries.filter((entry) => entry !== "");
    const wrongEntry = given.find((entry) => !isRight(entry));
    if (wrongEntry === undefined) return given;
    throw new Error(`holds "${wrongEntry}": name ${name}, separated by commas`);
  };
}

export const origins = list(
  (origin) => origin === "loopback" || URL.parse(origin)?.origin === origin,
  "origins such as https://shop.example",
);

export const networks = list(isNetwork, "addresses or networks such as 10.0.0.0/8");

function isNetwork(entry: string): boolean {
  const [address = "", bits, ...more] = entry.split("/");
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || more.length) return false;
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= most);
}
