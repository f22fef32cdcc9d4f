import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { eventInBatch, signDelivery } from "@highstreet/delivery";
import { expect, test } from "vitest";

const snippets = join(import.meta.dirname, "../../../docs/snippets");
const SENT = new Date("2026-03-02T09:00:00Z");
const secret = "s3cretS3cretS3cret";

interface Given {
  sequence: number;
  action: string;
  data: object;
  id?: string;
  by?: string;
  expected: string;
}

const update = (sequence: number, id: string, expected: string, rest: Partial<Given> = {}): Given => ({
  ...{ sequence, action: "inventory.update", data: { id }, expected },
  ...rest,
});
const given: Given[] = [
  { sequence: 1, action: "webhook.enabled", data: {}, expected: "handled" },
  update(3, "mug", "handled"),
  update(3, "mug", "dropped"),
  update(2, "mug", "dropped"),
  update(4, "fails", "failed"),
  update(4, "fails", "handled"),
  update(5, "cup", "handled"),
  update(9, "mug", "400", { by: "another1another2" }),
  update(6, "mug", "handled"),
  { sequence: 8, action: "channel.update", data: { channel: { id: "search" } }, expected: "handled" },
  { sequence: 7, action: "channel.update", data: { channel: { id: "local_ads" } }, expected: "handled" },
  { sequence: 7, action: "channel.update", data: { channel: { id: "search" } }, expected: "dropped" },
  { sequence: 10, action: "inventory_source.update", data: {}, expected: "handled" },
  { sequence: 9, action: "inventory_source.update", data: {}, expected: "dropped" },
  { sequence: 12, action: "of.later", data: {}, expected: "handled" },
  { sequence: 11, action: "of.later", data: {}, expected: "handled" },
  { sequence: 0, action: "webhook.enabled", data: {}, id: "test_s_1", expected: "handled" },
  { sequence: 0, action: "webhook.enabled", data: {}, id: "test_s_1", expected: "dropped" },
];
const calls = given.map(({ sequence, action, data, id, by = secret }) => {
  const body = JSON.stringify({ action, data });
  return { body, headers: signDelivery({ storeId: "s", sequence, body, at: SENT, ...(id && { id }) }, [by]) };
});
/** Batches after these calls, by the sequences of the items: two are new, none is, one is in each store. */
const batches: [given: [store: string, sequence: number, id: string][], handled: number][] = [
  [
    [
      ["s", 20, "mug"],
      ["s", 21, "cup"],
      ["s", 2, "fails"],
    ],
    2,
  ],
  [
    [
      ["s", 20, "mug"],
      ["s", 19, "cup"],
    ],
    0,
  ],
  [
    [
      ["s", 22, "mug"],
      ["t", 1, "mug"],
    ],
    2,
  ],
];
for (const [events] of batches) {
  const parts = events.map(([store, sequence, id]) =>
    eventInBatch(store, sequence, JSON.stringify({ action: "inventory.update", data: { id } })),
  );
  const body = `{"events":[${parts.join()}]}`;
  const id = `batch_${events.length}`;
  calls.push({ body, headers: signDelivery({ id, events: events.length, endpointId: "e", body, at: SENT }, [secret]) });
}
/** What each call gives, and the number of events that the handler wrote and that were kept. */
const expected = [
  [...given.map((one) => one.expected), ...batches.map(([, handled]) => (handled ? "handled" : "dropped"))],
  given.filter((one) => one.expected === "handled").length + batches.reduce((all, [, handled]) => all + handled, 0),
];

/** Programs that read the calls from stdin. Their handler writes a row, and fails once for the item `fails`. */
const drivers: Record<string, { probe: string[]; command: string[] }> = {
  "receive_webhook.py": {
    probe: ["python3", "--version"],
    command: [
      "python3",
      "-c",
      `import json, sqlite3, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from receive_webhook import TABLE, receive
db = sqlite3.connect(":memory:")
db.execute(TABLE)
db.execute("CREATE TABLE written (event text)")
failing = ["fails"]
def handle(event, connection):
    connection.execute("INSERT INTO written VALUES (?)", [json.dumps(event)])
    if event["data"].get("id") in failing:
        failing.clear()
        raise RuntimeError("the handler fails")
def count():
    return db.execute("SELECT count(*) FROM written").fetchone()[0]
def give(call):
    before = count()
    try:
        status = receive(db, call["body"].encode(), call["headers"], ["${secret}"], handle, ${SENT.getTime() / 1_000})
    except RuntimeError:
        return "failed"
    return str(status) if status != 204 else "handled" if count() > before else "dropped"
print(json.dumps([[give(call) for call in json.load(sys.stdin)], count()]))`,
      snippets,
    ],
  },
  "receive-webhook.php": {
    probe: ["php", "-r", "exit(in_array('sqlite', PDO::getAvailableDrivers()) ? 0 : 1);"],
    command: [
      "php",
      "-r",
      `require "$argv[1]/receive-webhook.php";
       $db = new PDO('sqlite::memory:');
       $db->exec(HIGHSTREET_TABLE);
       $db->exec('CREATE TABLE written (event text)');
       $failing = ['fails'];
       $handle = function (array $event, PDO $db) use (&$failing) {
         $db->prepare('INSERT INTO written VALUES (?)')->execute([json_encode($event)]);
         if (in_array($event['data']['id'] ?? null, $failing)) {
           $failing = [];
           throw new RuntimeException('the handler fails');
         }
       };
       $count = fn () => (int) $db->query('SELECT count(*) FROM written')->fetchColumn();
       $give = function (array $call) use ($db, $handle, $count) {
         $before = $count();
         try {
           $status = receiveWebhook($db, $call['body'], $call['headers'], ['${secret}'], $handle, ${SENT.getTime() / 1_000});
         } catch (RuntimeException) {
           return 'failed';
         }
         return $status !== 204 ? (string) $status : ($count() > $before ? 'handled' : 'dropped');
       };
       $given = array_map($give, json_decode(stream_get_contents(STDIN), true));
       echo json_encode([$given, $count()]);`,
      snippets,
    ],
  },
};

for (const [name, { probe, command }] of Object.entries(drivers)) {
  test(`docs/snippets/${name} handles each state once and in order, with what the handler writes`, ({ skip }) => {
    const [program = "", ...version] = probe;
    if (spawnSync(program, version).status !== 0) skip(`${program} is not on this machine`);
    const { stdout, stderr } = spawnSync(command[0] ?? "", command.slice(1), {
      input: JSON.stringify(calls),
      encoding: "utf8",
    });
    expect([stderr, JSON.parse(stdout || "null")]).toEqual(["", expected]);
  });
}
