import type { LineRejection } from "../lines/feed-line.ts";

/** Maximum number of rejected lines of a feed with their details. Later ones are only counted. */
const MAX_KEPT = 10_000;

/** A rejected line with its number. */
export interface FeedRejection extends LineRejection {
  line: number;
}

/** The rejected lines of a feed in its result. */
export interface Rejected {
  rejectedLines: number;
  /** The first 10,000 of them. */
  rejections: FeedRejection[];
}

/** Collects the rejected lines of a feed. */
export class RejectedLines implements Rejected {
  rejectedLines = 0;
  readonly rejections: FeedRejection[] = [];

  add(line: number, { field, code, message, value }: LineRejection): void {
    this.rejectedLines++;
    if (this.rejections.length < MAX_KEPT) this.rejections.push({ line, field, code, message, value });
  }

  get result(): Rejected {
    return { rejectedLines: this.rejectedLines, rejections: this.rejections };
  }
}
