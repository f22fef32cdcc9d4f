import type { PgTx } from "@highstreet/db";
import { copyText } from "@highstreet/feeds";
import { createTestContext } from "@highstreet/router/testing";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { whyUnavailable } from "../../kernel/database-error.ts";
import { copyInto } from "./index.ts";

const t = await createTestContext();
const { db } = t.ctx;
const admin = new pg.Client({ connectionString: t.databaseUrl });
await admin.connect();
afterAll(async () => {
  await admin.end();
  await t.close();
});

const ROWS = copyText(["x".repeat(100)]).repeat(2_000);
const TARGET = "copied (text)";
const createTable = "CREATE TEMPORARY TABLE copied (text text) ON COMMIT DROP";

/** Asks the server to end the running COPY. A COPY that waits for rows notices a cancel only when more rows arrive. */
async function endCopy(how: "pg_cancel_backend" | "pg_terminate_backend"): Promise<void> {
  const running = "FROM pg_stat_activity WHERE query LIKE 'COPY copied%' AND state = 'active'";
  await expect.poll(async () => (await admin.query(`SELECT ${how}(pid) ${running}`)).rowCount).toBe(1);
}

/** Waits until the server has ended the COPY of a connection that it terminated. */
async function untilTerminated(): Promise<void> {
  const running = "FROM pg_stat_activity WHERE query LIKE 'COPY copied%'";
  await expect.poll(async () => (await admin.query(`SELECT ${running}`)).rowCount).toBe(0);
}

/** Pieces for a COPY. One piece ends the COPY, and pieces follow until they are refused. */
async function* piecesAround(ending: () => Promise<void>): AsyncGenerator<string> {
  for (let piece = 0; piece < 50; piece++) yield ROWS;
  await ending();
  for (;;) yield ROWS;
}

const copyPieces = (tx: PgTx, pieces: AsyncGenerator<string>): Promise<void> =>
  copyInto(tx, TARGET, async (write) => {
    for await (const piece of pieces) await write(piece);
  });

async function expectAlive(): Promise<void> {
  await expect(db.query("SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
}

test.each(["pg_cancel_backend", "pg_terminate_backend"] as const)(
  "a COPY that %s ends fails only its own transaction",
  async (how) => {
    const copying = db.bulkTransaction("no shop", "small", async (tx) => {
      await tx.query(createTable);
      await copyPieces(
        tx,
        piecesAround(() => endCopy(how)),
      );
    });
    await expect(copying).rejects.toMatchObject({ code: how === "pg_cancel_backend" ? "57014" : "57P01" });
    await expectAlive();
  },
);

test("a COPY into a full disk fails only its own transaction, as a shortage of ours", async () => {
  const copying = db.bulkTransaction("no shop", "small", async (tx) => {
    await tx.query(createTable);
    // Raises PostgreSQL's own error of a full disk at the first row.
    await tx.query(`CREATE FUNCTION pg_temp.fill_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END $$`);
    await tx.query(
      "CREATE TRIGGER fill_disk BEFORE INSERT ON copied FOR EACH ROW EXECUTE FUNCTION pg_temp.fill_disk()",
    );
    await copyPieces(
      tx,
      piecesAround(async () => undefined),
    );
  });
  const error: unknown = await copying.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "53100" });
  expect(whyUnavailable(error)).toMatch(/try again/);
  await expectAlive();
});

test("a COPY with a refused first row fails only its own transaction", async () => {
  const copying = db.bulkTransaction("no shop", "small", async (tx) => {
    await tx.query(createTable);
    await copyInto(tx, TARGET, async (write) => {
      for (;;) await write(copyText(["x".repeat(100), "another column"]).repeat(2_000));
    });
  });
  await expect(copying).rejects.toMatchObject({ code: "22P04" });
  await expectAlive();
});

test("a source that fails after the server ended the COPY fails only its own transaction", async () => {
  const copying = db.bulkTransaction("no shop", "small", async (tx) => {
    await tx.query(createTable);
    const failing = async () => {
      await endCopy("pg_terminate_backend");
      await untilTerminated();
      throw new Error("the source failed");
    };
    await copyPieces(tx, piecesAround(failing));
  });
  await expect(copying).rejects.toThrow();
  await expectAlive();
});

test("a COPY that the server ended refuses further rows and its end with the server's error", async () => {
  const copying = db.bulkTransaction("no shop", "small", async (tx) => {
    await tx.query(createTable);
    await copyInto(tx, TARGET, async (write) => {
      await write(ROWS);
      await endCopy("pg_cancel_backend");
      const writing = async () => {
        for (;;) await write(ROWS);
      };
      await expect(writing()).rejects.toMatchObject({ code: "57014" });
    });
  });
  await expect(copying).rejects.toMatchObject({ code: "57014" });
  await expectAlive();
});
