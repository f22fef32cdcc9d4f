"use client";

import { type DayState, dayStates, type FleetDays } from "@highstreet/router/features/fleet/fleet.schema.ts";
import classes from "./days.module.css";
import { texts } from "./texts.ts";

/** The last days of a store as dots, today last. */
export function Days({ days }: { days: FleetDays[number]["days"] }) {
  const [healthy = 0, attention = 0, none = 0] = dayStates.map((state) => days.filter((day) => day === state).length);
  return (
    <span className={classes.days} role="img" aria-label={texts.daysOf(healthy, attention, none)}>
      {days.map((state, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name.
        <Dot key={n} state={state} />
      ))}
    </span>
  );
}

const Dot = ({ state }: { state: DayState }) => (
  <span className={classes.dot} data-state={state} title={texts.dayStates[state]} />
);

export function DaysLegend() {
  return (
    <ul className={classes.legend} aria-label={texts.days}>
      {dayStates.map((state) => (
        <li key={state}>
          <Dot state={state} /> {texts.dayStates[state]}
        </li>
      ))}
    </ul>
  );
}
