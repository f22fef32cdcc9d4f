import { Fragment, type ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  facts: readonly (readonly [string, ReactNode])[];
  /** Names are long: on a phone they stand above their values. */
  areNamesLong?: boolean;
}

/** What is known of one thing: names and values. */
export function Facts({ facts, areNamesLong }: FactsProps) {
  return (
    <dl className={classes.facts} data-long={areNamesLong}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
