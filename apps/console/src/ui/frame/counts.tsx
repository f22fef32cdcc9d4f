import classes from "./counts.module.css";

/** Figures side by side, each over its name. `label`: what of. */
export function Counts({ label, counts }: { label: string; counts: readonly (readonly [string, string])[] }) {
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
