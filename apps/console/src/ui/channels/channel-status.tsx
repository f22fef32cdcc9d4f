import classes from "./channel-card.module.css";

const labels = { connected: "Connected", pending: "Pending", failing: "Last call failed" };

/** The state of a channel; undefined if the channel is off. */
export function ChannelStatus({ status }: { status: keyof typeof labels | undefined }) {
  return (
    <span className={classes.status} data-status={status}>
      {status ? labels[status] : "Off"}
    </span>
  );
}
