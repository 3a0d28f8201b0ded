import type { Found, Place, Step } from "../place.ts";

/** The platform's database. Its location is decided when it is made, for good (docs/deploy.md, "Where things run"). */
export const databaseStep: Step = {
  name: "D1 database",
  right: "Account → D1 → Edit",
  async look(place) {
    const id = await databaseId(place);
    if (id) return { stands: `${place.database} (${id})` };
    return {
      make: `${place.database}, in Western Europe`,
      async run() {
        const { accountId: account_id, database: name, api } = place;
        await api.d1.database.create({ account_id, name, primary_location_hint: "weur" });
      },
    };
  },
};

/** Undefined before it is made. */
export async function databaseId({ api, accountId, database }: Place): Promise<string | undefined> {
  for await (const found of api.d1.database.list({ account_id: accountId, name: database }))
    if (found.name === database) return found.uuid;
  return undefined;
}

/** The rows of one statement; none before the database is made. */
export async function askDatabase(place: Place, sql: string): Promise<Record<string, unknown>[]> {
  const id = await databaseId(place);
  if (!id) return [];
  const { api, accountId: account_id } = place;
  for await (const { results } of api.d1.database.query(id, { account_id, sql }))
    return (results ?? []) as Record<string, unknown>[];
  return [];
}

export const queuesStep: Step = {
  name: "Queues",
  right: "Account → Queues → Edit",
  async look({ api, accountId, queues }): Promise<Found> {
    const there = new Set<string>();
    for await (const { queue_name } of api.queues.list({ account_id: accountId }))
      if (queue_name) there.add(queue_name);
    const wanted = [queues.callbacks, queues.dead];
    const missing = wanted.filter((name) => !there.has(name));
    if (missing.length === 0) return { stands: wanted.join(", ") };
    return {
      make: missing.join(", "),
      async run() {
        for (const queue_name of missing) await api.queues.create({ account_id: accountId, queue_name });
      },
    };
  },
};
