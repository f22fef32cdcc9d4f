import { texts } from "./texts.ts";
import classes from "./wordmark.module.css";

export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#14614a" />
        <path d="M7 13.5 9 8h14l2 5.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" fill="#f4c95d" />
        <path
          d="M9 18.5V24h14v-5.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {texts.name}
    </span>
  );
}
