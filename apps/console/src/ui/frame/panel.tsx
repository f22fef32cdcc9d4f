import { Group, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

interface PanelProps {
  title: string;
  /** The state, next to the title. */
  badge?: ReactNode;
  text?: ReactNode;
  /** Actions for the whole panel, at the right. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its own heading. */
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
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
