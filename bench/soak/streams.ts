import type { Person } from "./shops.ts";

/** The streams of open pages, which hear of the changes of their shop. */
export class Streams {
  /** Notices of changes. */
  notices = 0;
  /** Streams that were refused, or ended by themselves. */
  readonly faults: string[] = [];

  /** Opens a stream for each person, until the signal. */
  async follow(people: Person[], consoleUrl: string, signal: AbortSignal): Promise<void> {
    await Promise.all(
      people.map(async (person) => {
        const why = await this.#listen(person, consoleUrl, signal).catch((error: unknown) => String(error));
        if (!signal.aborted) this.faults.push(`the stream of ${person.email}: ${why}`);
      }),
    );
  }

  async #listen({ retailerId, cookie }: Person, consoleUrl: string, signal: AbortSignal): Promise<string> {
    const input = encodeURIComponent(JSON.stringify({ retailerId }));
    const url = `${consoleUrl}/api/trpc/events.changes?input=${input}`;
    const answer = await fetch(url, { headers: { cookie, accept: "text/event-stream" }, signal });
    if (!answer.ok || !answer.body) return `answered by ${answer.status}`;
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      this.notices += piece.match(/^data: \{"storeId"/gm)?.length ?? 0;
    }
    return "ended";
  }
}
