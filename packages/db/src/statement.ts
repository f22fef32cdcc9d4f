import { createHash } from "node:crypto";
import pg from "pg";
import { isPooled } from "./pooled.ts";

const names = new Map<string, string>();

/** The name under which a connection keeps the plan of a statement. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** Called with the answer of a statement. */
export type Done = (error: Error | undefined, result: pg.QueryResult) => void;
type Message = unknown;

/** The methods of a query that `pg` calls. Its types leave them out, and have `submit` as a property. */
interface Inner {
  text: string;
  name: string | undefined;
  queryMode: "extended" | undefined;
  portal: string;
  /** Has the parsers of columns. */
  _result: { _types: unknown };
  submit(connection: pg.Connection): Error | null;
  _getRows(connection: pg.Connection, rows: number | undefined): void;
  handleRowDescription(message: Message): void;
  handleDataRow(message: Message): void;
  handleCommandComplete(message: Message, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

const Query = pg.Query as unknown as new (text: string, values?: unknown[], done?: Done) => Inner;

/** Members of a `pg` connection that its types leave out. */
interface Wire {
  execute(portal: { portal: string }): void;
  sync(): void;
  submittedNamedStatements: Record<string, string | undefined>;
}
const wireOf = (connection: pg.Connection): Wire => connection as unknown as Wire;

/**
 * A statement. With parameters, each connection prepares it once. `pg` would copy an object of options, at some cost.
 */
export class Statement extends Query {
  constructor(text: string, values: unknown[] = [], done?: Done) {
    super(text, values, done);
    this.name = values.length ? nameOf(text) : undefined;
  }

  override submit(connection: pg.Connection): Error | null {
    // The server's session of the next transaction can be another one, which does not have the statement.
    if (isPooled(connection)) this.name = undefined;
    return super.submit(connection);
  }
}

/** A statement of a batch. The batch sends the Sync. */
class Member extends Statement {
  #isSent = false;

  constructor(text: string, values: unknown[], done: Done) {
    super(text, values, done);
    this.name = nameOf(text);
    this.queryMode = "extended";
  }

  override submit(connection: pg.Connection): Error | null {
    const refused = super.submit(connection);
    this.#isSent = true;
    return refused;
  }

  override _getRows(connection: pg.Connection): void {
    wireOf(connection).execute({ portal: this.portal });
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // `pg` sends a Sync for a value that it cannot send. The answers would no longer belong to their statements.
    if (!this.#isSent) connection.stream.destroy(error);
    super.handleError(error, connection);
  }
}

/**
 * Statements that go out together with one Sync, so the server sends their answers together. For `pg` they are one query. After a
 * failed statement the server skips the rest, which fails with the same error.
 */
export class Batch extends Query {
  readonly #members: Member[] = [];
  /** The statement whose answer comes next. */
  #at = 0;

  constructor() {
    super("");
  }

  add(text: string, values: unknown[], done: Done): void {
    this.#members.push(new Member(text, values, done));
  }

  override submit(connection: pg.Connection): Error | null {
    for (const member of this.#members) {
      member._result._types = this._result._types;
      member.submit(connection);
    }
    wireOf(connection).sync();
    this.#showCurrent();
    return null;
  }

  /** `pg` notes by these two that the server has prepared a statement. */
  #showCurrent(): void {
    this.name = this.#members[this.#at]?.name;
    this.text = this.#members[this.#at]?.text ?? "";
  }

  override handleRowDescription(message: Message): void {
    this.#members[this.#at]?.handleRowDescription(message);
  }

  override handleDataRow(message: Message): void {
    this.#members[this.#at]?.handleDataRow(message);
  }

  override handleCommandComplete(message: Message, connection: pg.Connection): void {
    this.#members[this.#at]?.handleCommandComplete(message, connection);
    // The last statement ends with the answer to Sync, because only then the connection takes other work.
    if (this.#at < this.#members.length - 1) this.handleReadyForQuery(connection);
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    this.#members[this.#at]?.handleReadyForQuery(connection);
    this.#at++;
    this.#showCurrent();
  }

  override handleError(error: Error, connection: pg.Connection): void {
    for (const member of this.#members.slice(this.#at)) {
      // The server has not prepared the skipped statements.
      if (member.name !== undefined) delete wireOf(connection).submittedNamedStatements[member.name];
      member.handleError(error, connection);
    }
  }
}
