"use client";

import { Progress } from "@mantine/core";
import { useId } from "react";
import { quantity } from "../frame/formats.ts";
import classes from "./local-ads.module.css";
import { texts } from "./texts.ts";

/** The number of products in stock, and the number that local ads need. */
export function Eligibility({ inStock: { actual, required } }: { inStock: { actual: number; required: number } }) {
  const id = useId();
  return (
    <div>
      <div className={classes.need}>
        <span id={id}>{texts.inStock(quantity(required))}</span>
        <span className={classes.needCount}>
          {quantity(actual)}/{quantity(required)}
        </span>
      </div>
      <Progress.Root
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={Math.min(actual, required)}
        aria-valuetext={texts.ofRequired(quantity(actual), quantity(required))}
      >
        <Progress.Section
          withAria={false}
          value={Math.min(100, (100 * actual) / required)}
          color={actual < required ? "yellow" : undefined}
        />
      </Progress.Root>
    </div>
  );
}
