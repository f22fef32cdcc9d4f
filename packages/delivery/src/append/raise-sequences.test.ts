import { openDatabase } from "@highstreet/db";
import { cloneDatabase } from "@highstreet/db/testing";
import { expect, test } from "vitest";

test("every column with sequences is known to the statements that raise them", async () => {
  const database = await cloneDatabase();
  const db = openDatabase({ url: database.url, connections: 1 });
  const columns = await db.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND (data_type = 'bigint' OR udt_name = '_int8')`,
  );
  await db.close();
  await database.drop();
  const raised = [
    ...[
      "store.next_sequence",
      "store.log_floor",
      "store_event.sequence",
      "delivery_retry.sequence",
      "delivery_attempt.sequence",
    ],
    ...["stock_item.announced_sequence", "channel.event_sequence", "inventory_source.event_sequence"],
    ...["delivery_cursor.cursor", "delivery_cursor.in_flight_high_water", "delivery_cursor.ping_sequence"],
    ...["delivery_position.cursor", "delivery_position.in_flight_high_water", "endpoint_retry.sequence"],
  ];
  // The past: moved attempts get rows of their own, and a cursor began at an old sequence.
  const old = [
    ...["delivery_attempt.more_sequences", "delivery_cursor.started_at_sequence"],
    // Events that wait for an endpoint are new ones for it.
    ...["endpoint_attempt.sequence", "endpoint_attempt.more_sequences"],
  ];
  const others = [
    ...["delivery_cursor.lease_epoch", "delivery_work.wake_version", "picture.size"],
    ...["delivery_follower.lease_epoch", "delivery_position.lease_epoch", "delivery_position.wake_version"],
  ];
  const versions = ["store.stock_version", "ingest.stock_version"];
  const all = [...raised, ...old, ...others, ...versions];
  expect(columns.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
});
