import classes from "./counts.module.css";

/**
 * Figures next to each other, each above its name.
 * @param label the subject of the figures
 */
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
