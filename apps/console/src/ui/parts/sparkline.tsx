import classes from "./sparkline.module.css";

/** Numbers over time as a small line. `null`: not yet. */
export function Sparkline({ values, label }: { values: (number | null)[]; label: string }) {
  const known = values.flatMap((value, n) => (value === null ? [] : [[n, value] as const]));
  if (known.length < 2) return null;
  const most = Math.max(...known.map(([, value]) => value), 1);
  const points = known.map(([n, value]) => `${(n / (values.length - 1)) * 100},${22 - (value / most) * 20}`);
  return (
    <svg className={classes.line} viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
