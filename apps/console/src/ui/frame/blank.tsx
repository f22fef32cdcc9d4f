import type { ReactNode } from "react";
import classes from "./blank.module.css";
import panel from "./panel.module.css";

interface BlankProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Links to the next steps. */
  children?: ReactNode;
}

/** Replaces an empty list: the reason and the next steps. */
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
