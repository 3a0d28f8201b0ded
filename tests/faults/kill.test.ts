import { afterEach, expect, it } from "vitest";
import { hourMs } from "#contract/values/time";
import { readTenantRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// Whatever is killed with SIGKILL after the PIN: the visitor gets online once, and nothing is doubled.

const { site, visitors } = testSite();

async function prompted() {
  const { mac, phone } = newVisitor();
  const { transactionId } = await visitors().initiate(mac, site().seeded.demo.plans[1]?.id ?? "", phone);
  return { mac, transactionId, prompt: await visitors().openPrompt(phone) };
}

async function expectOnce(mac: string, transactionId: string): Promise<void> {
  await visitors().untilOnline(transactionId, 60_000);
  expect(
    await readTenantRows(
      site(),
      site().seeded.demo.id,
      "SELECT id FROM entitlements WHERE source_id = ?1",
      transactionId,
    ),
  ).toHaveLength(1);
  expect(
    await readTenantRows(
      site(),
      site().seeded.demo.id,
      "SELECT line FROM ledger WHERE payment_id = ?1",
      transactionId,
    ),
  ).toHaveLength(2);
  const { active } = await visitors().routerReport();
  expect(active.filter((session) => session.mac === mac)).toHaveLength(1);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(async () => {
  if (!site().simulators?.running()) await site().startSimulators();
  if (!site().worker?.running()) await site().startWorker();
  if (!site().bridge?.running()) await site().startBridge();
});

it("the worker is dead when the PIN comes, and the callback with it is lost", async () => {
  const { mac, transactionId, prompt } = await prompted();
  await site().worker?.kill();
  await visitors().answerPrompt(prompt.id, "paid");
  await pause(500);
  await site().startWorker();
  await expectOnce(mac, transactionId);
});

/** Several visitors, of whom each entered a PIN so long ago. */
async function paidAgo(...spans: number[]) {
  const all: Awaited<ReturnType<typeof prompted>>[] = [];
  for (const _span of spans) all.push(await prompted());
  const [longest, shortest] = [Math.max(...spans), Math.min(...spans)];
  const pays = all.map(async ({ prompt }, place) => {
    await pause(longest - (spans[place] ?? 0));
    await visitors().answerPrompt(prompt.id, "paid");
  });
  await Promise.all(pays);
  await pause(shortest);
  return all;
}

it("the worker is killed 5, 30, 80 and 200 ms after a PIN", async () => {
  const all = await paidAgo(5, 30, 80, 200);
  await site().worker?.kill();
  await site().startWorker();
  for (const { mac, transactionId } of all) await expectOnce(mac, transactionId);
});

it("the bridge is killed 0, 40 and 120 ms after a PIN", async () => {
  const all = await paidAgo(0, 40, 120);
  await site().bridge?.kill();
  await pause(300);
  await site().startBridge();
  for (const { mac, transactionId } of all) await expectOnce(mac, transactionId);
});

it("everything is killed at once, gateway and router included", async () => {
  const { mac, transactionId, prompt } = await prompted();
  await visitors().answerPrompt(prompt.id, "paid");
  await Promise.all([site().worker?.kill(), site().bridge?.kill(), site().simulators?.kill()]);
  await Promise.all([site().startSimulators(), site().startWorker()]);
  await site().startBridge();
  await expectOnce(mac, transactionId);
});

it("the router is rebooted in the middle of a plan: the session comes back, the end stays", async () => {
  const { mac, transactionId, prompt } = await prompted();
  await visitors().answerPrompt(prompt.id, "paid");
  const { expiresAt } = await visitors().untilOnline(transactionId);
  await visitors().router({ reboot: true });
  expect(await visitors().isLetOut(mac)).toBe(false);
  await until(
    "back after the reboot",
    () => visitors().isLetOut(mac),
    (online) => online,
    20_000,
  );
  expect((await visitors().status(transactionId)).expiresAt).toBe(expiresAt);
});

it("the router can't be reached when the money comes: online within 10 s of its return, with the full time", async () => {
  await visitors().router({ reachable: false });
  const { transactionId, prompt } = await prompted();
  await visitors().answerPrompt(prompt.id, "paid");
  const paid = await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
  expect(paid).toMatchObject({ access: "connecting", expiresAt: null });
  await pause(6_000);
  expect((await visitors().status(transactionId)).access).toBe("connecting");
  await visitors().router({ reachable: true });
  const online = await visitors().untilOnline(transactionId, 10_000);
  const left = Date.parse(online.expiresAt ?? "") - Date.parse(online.now);
  expect(left).toBeGreaterThan(3 * hourMs - 10_000);
  expect(left).toBeLessThanOrEqual(3 * hourMs);
});
