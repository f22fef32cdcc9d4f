import type { ReactNode } from "react";
import classes from "./blank.module.css";
import panel from "./panel.module.css";

interface BlankProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** What leads on from here. */
  children?: ReactNode;
}

/** Stands where a list would be that has nothing in it: why, and what leads on. */
export function Blank({ icon, title, text, children }: BlankProps) {
  return (
    <div className={`${panel.panel} ${classes.blank}`}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  );
}
