import classes from "./system-mark.module.css";

/** Dark enough for white letters. */
const colors = ["#0c5f42", "#7a2e6b", "#1f4e8c", "#8a3b12", "#4b3f9e", "#5b5b1e"];

/** A tile with the first letters of a shop system or a till, beside its name. Always in the same colour. */
export function SystemMark({ name }: { name: string }) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span className={classes.mark} style={{ background: colors[sum % colors.length] }} aria-hidden="true">
      {name.slice(0, 2)}
    </span>
  );
}
