import classes from "./channel-card.module.css";
import { texts } from "./texts.ts";

/** The state of a channel; undefined if the channel is off. */
export function ChannelStatus({ status }: { status: keyof typeof texts.status | undefined }) {
  return (
    <span className={classes.status} data-status={status}>
      {status ? texts.status[status] : texts.off}
    </span>
  );
}
