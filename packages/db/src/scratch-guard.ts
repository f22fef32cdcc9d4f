/** Beside each scratch database, outliving its process: when that is gone, so is the database in the folder given. */
import { endScratch } from "./scratch.ts";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("scratch-guard needs the folder to guard");
process.once("disconnect", () => void endScratch(dataDir));
