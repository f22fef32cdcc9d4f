/**
 * A process next to each scratch database. It outlives the database's owner and then removes the database in the given folder.
 */
import { endScratch } from "./scratch.ts";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("scratch-guard needs the folder to guard");
process.once("disconnect", () => void endScratch(dataDir));
