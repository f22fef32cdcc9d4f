import type { ChangeNotice } from "@highstreet/router/kernel/changes.schema.ts";

/** The first and the longest pause before a new connection. */
const [FIRST_MS, LONGEST_MS] = [1_000, 30_000];

/** The handlers of a connection. It has ended after `onError` and `onComplete`. */
interface StreamHandlers {
  onData: (event: { id: string; data: ChangeNotice }) => void;
  onConnectionStateChange: (change: { state: string }) => void;
  onError: () => void;
  onComplete: () => void;
}

interface SharedStream {
  /** The name of the stream in this browser. */
  name: string;
  /** Opens the connection. It continues after the id, if there is one. */
  connect: (lastEventId: string | undefined, handlers: StreamHandlers) => { unsubscribe: () => void };
  onNotice: (notice: ChangeNotice) => void;
  /** Another tab has the connection. Notices before this moment went to that tab alone. */
  onJoin: () => void;
  onLost: (isLost: boolean) => void;
}

/** A message of the tab with the connection to the others. */
type Message = { id: string; notice: ChangeNotice } | { isLost: boolean };

async function isHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

/**
 * Follows a stream that the visible tabs of this browser share: the tab with the lock connects and passes each notice on. A hidden tab
 * gives the lock away. Without Web Locks each visible tab has its own stream.
 * @returns ends the use of the stream
 */
export function shareStream({ name, connect, onNotice, onJoin, onLost }: SharedStream): () => void {
  const channel = new BroadcastChannel(name);
  let lastId: string | undefined;
  let leading = new AbortController();

  function take(message: Message): void {
    if ("isLost" in message) {
      onLost(message.isLost);
      return;
    }
    lastId = message.id;
    onNotice(message.notice);
  }
  function pass(message: Message): void {
    channel.postMessage(message);
    take(message);
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => take(data);

  /** One connection, until it ends. @returns whether a notice arrived */
  async function connection(signal: AbortSignal): Promise<boolean> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let isGood = false;
    const subscription = connect(lastId, {
      onData: ({ id, data }) => {
        isGood = true;
        pass({ id, notice: data });
      },
      onConnectionStateChange: ({ state }) => !signal.aborted && pass({ isLost: state !== "pending" }),
      onError: () => end(),
      onComplete: () => end(),
    });
    signal.addEventListener("abort", () => end(), { once: true });
    await ended;
    subscription.unsubscribe();
    return isGood;
  }

  /** Connects again and again until the signal. */
  async function lead(signal: AbortSignal): Promise<void> {
    let pause = FIRST_MS;
    while (!signal.aborted) {
      if (await connection(signal)) pause = FIRST_MS;
      if (signal.aborted) return;
      pass({ isLost: true });
      // Not all browsers at the same moment.
      await new Promise<void>((resolve) => {
        setTimeout(resolve, pause * (0.5 + Math.random()));
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      pause = Math.min(2 * pause, LONGEST_MS);
    }
  }

  function onVisibility(): void {
    leading.abort();
    leading = new AbortController();
    const { signal } = leading;
    if (document.visibilityState === "hidden") return;
    if (!navigator.locks) return void lead(signal);
    navigator.locks
      .request(name, { signal }, () => lead(signal))
      .catch((error) => {
        // A tab that is hidden before its turn gives up its request.
        if (!signal.aborted) throw error;
      });
  }

  if (navigator.locks) void isHeld(name).then((held) => held && onJoin());
  document.addEventListener("visibilitychange", onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    leading.abort();
    channel.close();
  };
}
