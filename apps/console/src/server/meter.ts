import type { Meter } from "@highstreet/router";
import { once } from "./once.ts";

/** Counts for the metrics of the process. main.ts sets it; `next dev` has no metrics. */
export const meterOf = (make: () => Meter | undefined = () => undefined): Meter | undefined => once("meter", make);
