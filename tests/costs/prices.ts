// USD, Workers Paid, without tax: developers.cloudflare.com, pages "Pricing" of Workers, Durable Objects, D1 and Queues,
// as of 2026-11. `included`: a month's, in the plan. Rows and storage of objects have the prices of those with SQLite.

export const planUsd = 5;
export const prices = {
  "Worker requests": { unit: 1e6, usd: 0.3, included: 10e6 },
  "Worker CPU, ms": { unit: 1e6, usd: 0.02, included: 30e6 },
  "Object requests": { unit: 1e6, usd: 0.15, included: 1e6 },
  "Object duration, GB-s": { unit: 1e6, usd: 12.5, included: 400e3 },
  "Rows written": { unit: 1e6, usd: 1, included: 50e6 },
  "D1 rows written": { unit: 1e6, usd: 1, included: 50e6 },
  "Rows read": { unit: 1e9, usd: 1, included: 25e9 },
  "D1 rows read": { unit: 1e9, usd: 1, included: 25e9 },
  "Storage of objects, GB": { unit: 1, usd: 0.2, included: 5 },
  "Storage of D1, GB": { unit: 1, usd: 0.75, included: 5 },
  "Queue operations": { unit: 1e6, usd: 0.4, included: 1e6 },
} as const;

export type Metered = keyof typeof prices;
