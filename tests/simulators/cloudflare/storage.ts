import { ok, page, refusal } from "./envelope.ts";
import type { Runtime } from "./runtime.ts";
import { type Account, type ConsumerSettings, newId, newUuid } from "./state.ts";

type Asked = { account: Account; method: string; path: string; query: URLSearchParams; body: unknown };

const locations = ["wnam", "enam", "weur", "eeur", "apac", "oc"];

/** D1 and Queues of the account. Undefined for an address that is none of these. */
export async function answerStorage(asked: Asked, runtime: Runtime): Promise<Response | undefined> {
  const { account, method, query, body } = asked;
  const path = asked.path.replace(`/accounts/${account.id}`, "");
  if (path === "/d1/database" && method === "GET") {
    const name = query.get("name");
    const found = account.databases.filter((one) => !name || one.name.includes(name));
    return page(found.map(shown), query, 10_000);
  }
  if (path === "/d1/database" && method === "POST") return createDatabase(account, body);
  const database = /^\/d1\/database\/([^/]+)(\/query)?$/.exec(path);
  if (database) {
    const found = account.databases.find(({ uuid, name }) => uuid === database[1] || name === database[1]);
    if (!found) return refusal(404, 7404, `The database ${database[1]} could not be found`);
    if (!database[2]) return ok({ ...shown(found), num_tables: 0, file_size: 0 });
    const { sql, params } = body as { sql?: unknown; params?: unknown[] };
    if (typeof sql !== "string") return refusal(400, 7400, "The request is malformed: sql is required");
    try {
      return ok(await runtime.query(found.uuid, sql, params ?? []));
    } catch (cause) {
      return refusal(400, 7500, cause instanceof Error ? cause.message : String(cause));
    }
  }
  if (path === "/queues" && method === "GET") {
    const name = query.get("name");
    return ok(account.queues.filter((one) => !name || one.name === name).map(queueShown));
  }
  if (path === "/queues" && method === "POST") return createQueue(account, body);
  const consumers = /^\/queues\/([^/]+)\/consumers(?:\/([^/]+))?$/.exec(path);
  if (!consumers) return undefined;
  const before = JSON.stringify(account.queues);
  const answer = answerConsumers(asked, consumers[1] ?? "", consumers[2]);
  const { script_name: name } = body as { script_name?: string };
  const script = account.scripts.find((one) => one.name === name);
  if (script && JSON.stringify(account.queues) !== before) runtime.changeConsumers(script);
  return answer;
}

function shown({ uuid, name, location }: Account["databases"][number]): object {
  return { uuid, name, version: "production", created_in_region: location.toUpperCase() };
}

function createDatabase(account: Account, body: unknown): Response {
  const { name, primary_location_hint, ...more } = body as Record<string, unknown>;
  if (typeof name !== "string" || !/^[a-z0-9_-]{1,64}$/i.test(name) || Object.keys(more).length > 0)
    return refusal(400, 7400, "The request is malformed");
  const location = primary_location_hint ?? "enam";
  if (typeof location !== "string" || !locations.includes(location))
    return refusal(400, 7400, "primary_location_hint is not a location");
  if (account.databases.some((one) => one.name === name))
    return refusal(400, 7502, `Database with name '${name}' already exists`);
  const database = { uuid: newUuid(), name, location };
  account.databases.push(database);
  return ok(shown(database));
}

function queueShown(queue: Account["queues"][number]): object {
  return {
    queue_id: queue.id,
    queue_name: queue.name,
    settings: {},
    producers: queue.producers.map((script) => ({ type: "worker", script })),
    producers_total_count: queue.producers.length,
    consumers: queue.consumers.map(consumerShown),
    consumers_total_count: queue.consumers.length,
  };
}

function consumerShown({
  id,
  script,
  settings,
  deadLetterQueue,
}: Account["queues"][number]["consumers"][number]) {
  return { consumer_id: id, type: "worker", script, settings, dead_letter_queue: deadLetterQueue };
}

function createQueue(account: Account, body: unknown): Response {
  const { queue_name, ...more } = body as Record<string, unknown>;
  if (typeof queue_name !== "string" || !/^[a-z0-9-]{1,63}$/.test(queue_name) || "settings" in more)
    return refusal(400, 11003, "Queue name is invalid.");
  if (account.queues.some(({ name }) => name === queue_name))
    return refusal(
      409,
      11009,
      `Queue name '${queue_name}' is already taken. Please use a different name and try again.`,
    );
  const queue = { id: newId(), name: queue_name, consumers: [], producers: [] };
  account.queues.push(queue);
  return ok(queueShown(queue));
}

function answerConsumers({ account, method, body }: Asked, queueId: string, consumerId: string | undefined) {
  const queue = account.queues.find(({ id }) => id === queueId);
  if (!queue) return refusal(404, 11000, "Queue not found.");
  if (method === "GET") return ok(queue.consumers.map(consumerShown));
  const { script_name, settings, dead_letter_queue } = body as {
    script_name?: string;
    settings?: ConsumerSettings;
    dead_letter_queue?: string;
  };
  if (dead_letter_queue && !account.queues.some(({ name }) => name === dead_letter_queue))
    return refusal(400, 11016, "The dead letter queue does not exist.");
  if (!script_name || !account.scripts.some(({ name }) => name === script_name))
    return refusal(400, 11101, "script_name is not a worker of this account.");
  if (method === "POST") {
    if (queue.consumers.length > 0) return refusal(400, 11004, "Queue already has a consumer.");
    queue.consumers.push({
      id: newId(),
      script: script_name,
      settings: settings ?? {},
      deadLetterQueue: dead_letter_queue,
    });
    return ok(queue.consumers.map(consumerShown)[0]);
  }
  const consumer = queue.consumers.find(({ id }) => id === consumerId);
  if (!consumer) return refusal(404, 11101, "Consumer not found.");
  Object.assign(consumer, {
    script: script_name,
    settings: settings ?? {},
    deadLetterQueue: dead_letter_queue,
  });
  return ok(consumerShown(consumer));
}
