import { expect, it } from "vitest";
import type { PaymentStatus } from "#contract/payments";
import type { PurchaseClaimed } from "#contract/purchase-recovery";
import { ask } from "../support/site/ask.ts";
import { control } from "../support/site/control.ts";
import { onRouter } from "../support/site/librouteros.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A purchase goes from device to device on a whole site; what the router does is read by an independent client.

const { site, visitors } = testSite();

async function claim(
  mac: string,
  proof: { code: string; phoneNumber?: string; instead?: string },
): Promise<PurchaseClaimed & { status: number }> {
  const json = { ...proof, macAddress: mac, routerId: visitors().routerId };
  const answer = await ask(site().origin, "/api/claim", { json });
  return { status: answer.status, ...JSON.parse(answer.text) };
}

/** Buys and pays with a cookie of one's own, and is online. */
async function bought(plan: number) {
  const { mac, phone } = newVisitor();
  const headers = { cookie: `__Host-p=${phone.padStart(32, "0")}` };
  const planId = site().seeded.demo.plans[plan]?.id ?? "";
  const started = await ask(site().origin, "/api/payment/initiate", {
    json: { phoneNumber: phone, planId, macAddress: mac, routerId: visitors().routerId },
    headers,
  });
  const { transactionId } = JSON.parse(started.text) as { transactionId: string };
  const prompt = await visitors().openPrompt(phone);
  await visitors().answerPrompt(prompt.id, "paid");
  const online = await visitors().untilOnline(transactionId);
  const own = await ask(site().origin, `/api/payment/status/${transactionId}`, { headers });
  const { recoveryCode } = JSON.parse(own.text) as PaymentStatus;
  expect(recoveryCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(online.recoveryCode).toBeNull();
  return { mac, phone, transactionId, promptId: prompt.id, recoveryCode: recoveryCode ?? "", online };
}

/** Which of these devices the router has in, by the independent client. */
async function letIn(...macs: string[]): Promise<boolean[]> {
  const read = await Promise.all(macs.map((mac) => onRouter(site(), mac)));
  return read.map(({ active }) => active !== null);
}

const untilIn = (expected: boolean[], ...macs: string[]) =>
  until(
    "devices on the router",
    () => letIn(...macs),
    (now) => now.join() === expected.join(),
  );

it("goes to a second device by its recovery code: the first is out, the time left is as it was", async () => {
  const first = await bought(1);
  const second = newVisitor().mac;
  await untilIn([true, false], first.mac, second);
  expect(await claim(second, { code: first.recoveryCode })).toMatchObject({ status: 200, outcome: "moved" });
  await untilIn([false, true], first.mac, second);
  expect((await onRouter(site(), first.mac)).user).toBeNull();
  const after = await visitors().untilOnline(first.transactionId);
  expect(after.expiresAt).toBe(first.online.expiresAt);
  const { user } = await onRouter(site(), second);
  const left = (Date.parse(after.expiresAt ?? "") - Date.now()) / 1_000;
  const limit = secondsOf(String(user?.["limit-uptime"]));
  expect(Math.abs(limit - left)).toBeLessThan(60);
  expect(left).toBeLessThan(3 * 3_600);
});

it("goes back by the receipt in the M-Pesa message and the paying phone, and not with another phone", async () => {
  const first = await bought(1);
  const { receipt } = await control<{ receipt: string }>(site(), `/control/prompts/${first.promptId}`);
  const second = newVisitor().mac;
  const code = `${receipt} Imethibitishwa. Ksh20.00 zimetumwa kwa MLANGO tarehe 20/11/26.`;
  expect(await claim(second, { code, phoneNumber: newVisitor().phone })).toMatchObject({ status: 404 });
  expect(await letIn(first.mac, second)).toEqual([true, false]);
  expect(await claim(second, { code, phoneNumber: first.phone })).toMatchObject({ outcome: "moved" });
  await untilIn([false, true], first.mac, second);
});

it("goes by the voucher that opened it", async () => {
  const [first, second] = [newVisitor().mac, newVisitor().mac];
  const voucherCode = site().stock.demoVouchers[2] ?? "";
  const redeemed = await visitors().redeem(first, voucherCode);
  await visitors().untilOnline(redeemed.transactionId);
  expect(await claim(second, { code: voucherCode })).toMatchObject({ outcome: "moved" });
  await untilIn([false, true], first, second);
});

it("has room for two on a plan for two; a third takes the place that it names, and nobody's before", async () => {
  const first = await bought(3);
  const [second, third] = [newVisitor().mac, newVisitor().mac];
  const code = first.recoveryCode;
  expect(await claim(second, { code })).toMatchObject({ outcome: "attached" });
  await untilIn([true, true], first.mac, second);
  const asked = await claim(third, { code });
  expect(asked).toMatchObject({ success: false, outcome: "choose" });
  expect(asked.givesWay?.devices.map(({ mark }) => mark)).toEqual(
    [second, first.mac].map((mac) => mac.slice(-5)),
  );
  expect(await letIn(first.mac, second, third)).toEqual([true, true, false]);
  const instead = asked.givesWay?.devices[0]?.device ?? "";
  expect(await claim(third, { code, instead })).toMatchObject({ outcome: "moved" });
  await untilIn([true, false, true], first.mac, second, third);
});

it("comes to the new device after all when the bridge was away, and nobody else gets in meanwhile", async () => {
  const first = await bought(1);
  const second = newVisitor().mac;
  expect(await claim(second, { code: first.recoveryCode })).toMatchObject({ outcome: "moved" });
  await untilIn([false, true], first.mac, second);
  await site().bridge?.kill();
  // What the router listed serves for two seconds; after them it cannot be said whether this device is on the WiFi.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await claim(first.mac, { code: first.recoveryCode })).toMatchObject({ status: 503 });
  expect(await letIn(first.mac, second)).toEqual([false, true]);
  await site().startBridge();
  await until(
    "the claim",
    () => claim(first.mac, { code: first.recoveryCode }),
    ({ outcome }) => outcome === "moved",
  );
  await untilIn([true, false], first.mac, second);
});

/** RouterOS prints `2h59m30s`; limits are counters of the whole user, which is new here. */
function secondsOf(duration: string): number {
  const units: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 };
  return [...duration.matchAll(/(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0),
    0,
  );
}
