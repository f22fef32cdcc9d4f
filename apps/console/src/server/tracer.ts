import type { Tracer } from "@highstreet/router";
import { once } from "./once.ts";

/** The traces of the process, if it has any. main.ts sets them; `next dev` has no traces. */
export const tracerOf = (make: () => Tracer | undefined = () => undefined): Tracer | undefined => once("tracer", make);
