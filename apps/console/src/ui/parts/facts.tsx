import { Fragment, type ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  facts: readonly (readonly [string, ReactNode])[];
  /** Names are long, so on a phone they are above their values. */
  areNamesLong?: boolean;
}

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

/** Figures next to each other, each above its name. */
export function Counts({ label, counts }: { label: string; counts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.counts} aria-label={label}>
      {counts.map(([name, figure]) => (
        <div key={name} className={classes.count}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
