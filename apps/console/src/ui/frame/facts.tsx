import { Fragment, type ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  facts: readonly (readonly [string, ReactNode])[];
  /** Names are long, so on a phone they are above their values. */
  areNamesLong?: boolean;
}

/** Names and values of one record. */
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
