import type pg from "pg";
import { rowsOf, run, type Sql, type SqlTx } from "./sql.ts";
import { Batch } from "./statement.ts";

type Run = Sql["query"];

/** The statements of one transaction, in the order of their calls. */
export class Statements implements Pick<SqlTx, "query" | "send"> {
  /** The error of the first failed `send`. It causes the errors after it. */
  failure: Error | undefined;
  /** The error of the first failed statement. Later errors only say that the transaction is aborted. */
  firstFailure: Error | undefined;
  readonly #run: Run;
  readonly #execute: Run;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param run runs a statement; statements run in order, with or without a wait for earlier answers
   * @param execute the same for a statement without rows
   */
  constructor(run: Run, execute: Run = run) {
    this.#run = run;
    this.#execute = execute;
  }

  readonly query: Sql["query"] = (text, values) => this.#start(this.#run, text, values);

  #start<Row>(run: Run, text: string, values?: unknown[]): Promise<Row[]> {
    // Another transaction may use the connection now.
    if (this.#isOver) return Promise.reject(new Error("the transaction is over"));
    const answer = run<Row>(text, values);
    this.#last = answer.catch((error: Error) => {
      this.firstFailure ??= error;
    });
    return answer;
  }

  readonly send: SqlTx["send"] = (text, values) => {
    this.#start(this.#execute, text, values).catch((error: Error) => {
      this.failure ??= error;
    });
  };

  /** Runs `work`, and accepts no statement after its end. */
  async around<T>(work: (statements: this) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } finally {
      await this.end();
    }
  }

  /**
   * Accepts no more statements, and waits for the running ones.
   * @throws the failure of a `send`
   */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#last;
    if (this.failure) throw this.failure;
  }
}

/**
 * Sends the statements of a text with SET by themselves. For each SET, a distributed database repeats the whole text on the machines of
 * the transaction. Such texts have no semicolon in a literal.
 */
export function apart({ query, send }: Pick<SqlTx, "query" | "send">): Pick<SqlTx, "query" | "send"> {
  const partsOf = (text: string): string[] => (text.includes("SET LOCAL") ? text.split(";") : [text]);
  const sendAll = (parts: string[]): void => {
    for (const part of parts) send(part);
  };
  return {
    query: (text, values) => {
      const parts = partsOf(text);
      sendAll(parts.slice(0, -1));
      return query(parts.at(-1) ?? text, values);
    },
    send: (text, values) => (values ? send(text, values) : sendAll(partsOf(text))),
  };
}

/** Runs each work after the one before it. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** A connection takes one statement at a time, unless it is set to pipeline. */
export function inTurn(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Several statements in one text need PostgreSQL's simple protocol, which a batch cannot contain. */
const isSeveral = (text: string): boolean => text.includes(";");

/**
 * Sends each statement without waiting for earlier answers. The statements of one turn of the event loop go out in one write and
 * one batch, because a write and an answer cost more than a small statement. Needs `setPipeline`.
 */
export function together(client: pg.PoolClient): Sql["query"] {
  const { stream } = client.connection;
  let batch: Batch | undefined;
  const sendBatch = (): void => {
    // `pg` takes any query with the methods of its own. Its types do not say so.
    if (batch) client.query(batch as unknown as pg.Submittable);
    batch = undefined;
  };
  return <Row>(text: string, values: unknown[] = []) => {
    if (!stream.writableCorked) {
      stream.cork();
      process.nextTick(() => {
        sendBatch();
        stream.uncork();
      });
    }
    if (isSeveral(text)) {
      sendBatch();
      return run<Row>(client, text, values);
    }
    batch ??= new Batch();
    return rowsOf<Row>((done) => batch?.add(text, values, done));
  };
}

/**
 * Sets whether the connection sends a statement before earlier ones are answered. Call this only while no statement runs.
 */
export function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  // `pg` reads this property for every statement. Its type says `readonly`, but COPY needs it off on the same connections.
  (client as { pipeline: boolean }).pipeline = pipeline;
}
