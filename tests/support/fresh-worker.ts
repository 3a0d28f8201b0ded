import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { cheapPasswords } from "./cheap-passwords.ts";
import { forgetCaches } from "./forget-caches.ts";
import { queueDelivered } from "./queue-delivered.ts";
import { sleepsSince } from "./short-sleeps.ts";
import { emptyUsedObjects } from "./used-objects.ts";
import { tellAgain } from "./written-by-hand.ts";
import { rowsEmptied } from "./written-rows.ts";

// Before each file of tests. The files of one runtime share its loaded modules (loading them takes longer than most files
// test), and nothing else: objects and database begin empty, nothing is remembered, no clock or function is replaced.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
tellAgain();
sleepsSince();
cheapPasswords();
await queueDelivered();
forgetCaches();
await emptyUsedObjects();
rowsEmptied();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
