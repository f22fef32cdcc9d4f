import { Group, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Hint } from "./hint.tsx";
import classes from "./panel.module.css";

interface PanelProps {
  title: string;
  badge?: ReactNode;
  text?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, badge, text, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`${classes.panel} ${classes.part}`} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Group gap="0.15rem 0.75rem">
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {badge}
          </Group>
          {text && <Hint>{text}</Hint>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface BlankProps {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

export function Blank({ icon, title, text, children }: BlankProps) {
  return (
    <div className={`${classes.panel} ${classes.blank}`}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </div>
  );
}
