"use client";

import classes from "./toggle.module.css";

interface ToggleProps {
  label: string;
  isOn: boolean;
  isLocked?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch. Plain, because a list has a hundred of them. */
export function Toggle({ label, isOn, isLocked, onChange }: ToggleProps) {
  return (
    // A click next to the switch counts, too.
    <label className={classes.area}>
      <input
        type="checkbox"
        role="switch"
        className={classes.toggle}
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        disabled={isLocked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

/** A checkbox. `isPartly`: some of the things that it stands for are ticked. */
export function Tick({ label, isOn, isPartly = false, onChange }: ToggleProps & { isPartly?: boolean }) {
  return (
    <label className={classes.area}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isPartly;
        }}
        type="checkbox"
        className={classes.tick}
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
