import action from "./action.module.css";
import { texts } from "./texts.ts";
import { showToast } from "./toasts.ts";

/** One message at a time: a later edit replaces the message of the one before. */
const ID = "last-edit";

const LONG_MS = 10_000;
const SHORT_MS = 3_000;

/** Shows what the last edit did, with a button that takes the edit back. */
export function showEdit(message: string, undo?: () => void): void {
  showToast({
    id: ID,
    ms: undo ? LONG_MS : SHORT_MS,
    message: (
      <div className={action.line}>
        <span>{message}</span>
        {undo && (
          <button type="button" className={action.quiet} onClick={undo}>
            {texts.undo.button}
          </button>
        )}
      </div>
    ),
  });
}

/** Shows the progress of an edit that still runs. */
export function showProgress(message: string): void {
  showToast({ id: ID, ms: null, isBusy: true, message });
}

/** Shows why an edit was not made. */
export function showRefusal(title: string, message: string): void {
  showToast({ id: ID, ms: LONG_MS, isError: true, title, message });
}
