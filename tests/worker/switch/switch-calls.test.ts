import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { idOf, markTried, operatorCalls } from "./switch-world.ts";

let seeded: TwoProviders;
let operator: Awaited<ReturnType<typeof operatorCalls>>;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = await operatorCalls(seeded);
});

const refusalOf = (answer: Awaited<ReturnType<typeof operator.create>>) =>
  answer.ok ? null : answer.refusal?.error;

test("a new switch is listed with every field, and diverts nothing yet", async () => {
  const id = idOf(await operator.create({ targetAmount: "2500.50", isRecurring: false }));
  expect((await operator.list()).find((one) => one.id === id)).toMatchObject({
    name: "Head office",
    accountType: "mobile_money",
    centralPaymentGatewayId: "mpesa",
    centralAccountNumber: "600200",
    targetAmount: 2500.5,
    currentAmount: 0,
    switchMode: "manual",
    activationMode: "manual",
    configured: true,
    collectable: true,
    isActive: false,
    isRunning: false,
    activatedAt: null,
    lastTargetReached: null,
    isRecurring: false,
    recurringDays: [],
    recurringStartTime: null,
    recurringEndTime: null,
    allowEmergencyDeactivate: true,
  });
});

describe("what is missing is said all at once", () => {
  test.each([
    [
      {
        accountType: undefined,
        centralPaymentGatewayId: "",
        centralAccountNumber: "",
        targetAmount: undefined,
        name: "",
      },
      "Account type (Mobile Money or Bank) is required. Specific provider is required. Central account number is required. Target amount is required. Switch name is required",
    ],
    [{ targetAmount: 0 }, "Target amount must be a positive number"],
    ...["much", "0x10", "1e3", "1,00", "-5"].map(
      (targetAmount) => [{ targetAmount }, "Target amount must be a positive number"] as const,
    ),
    [
      { isRecurring: true },
      "At least one day must be selected for recurring schedule. Start time is required for recurring schedule. End time is required for recurring schedule",
    ],
    [
      {
        isRecurring: true,
        recurringDays: ["monday"],
        recurringStartTime: "10:00",
        recurringEndTime: "10:00",
      },
      "Start time must be before end time",
    ],
    [
      { accountType: "bank", centralPaymentGatewayId: "kcb", centralAccountNumber: "1234567890123" },
      "The account number is longer than the 12 characters that a bank's pay bill takes",
    ],
    [
      { centralAccountNumber: "0712345678" },
      "The M-Pesa account must be a till or pay bill number of 5 to 9 digits",
    ],
    [{ centralPaymentGatewayId: "telkom_tpesa" }, "This provider is not offered for a central account"],
    [
      { accountType: "bank", centralPaymentGatewayId: "mpesa" },
      "This provider is not offered for a central account",
    ],
  ] as const)("%j", async (over, sentence) => {
    const before = await operator.list();
    const answer = await operator.create(over as Parameters<typeof operator.create>[0]);
    expect(answer.status).toBe(400);
    expect(refusalOf(answer)).toBe(sentence);
    expect(await operator.list()).toEqual(before);
  });
});

test("a stale id is told so that the console loads its list again; an empty one is no id", async () => {
  for (const act of [operator.activate, operator.deactivate, operator.remove])
    expect(await act(crypto.randomUUID())).toMatchObject({
      status: 404,
      refusal: { reason: "switch_unknown" },
    });
  expect(await operator.remove(" ")).toMatchObject({ status: 400, refusal: { error: "Invalid switch ID" } });
});

test("a form that somebody else overtook changes nothing, and says so", async () => {
  const id = idOf(await operator.create({ name: "Two operators", targetAmount: 30 }));
  const form = { name: "Two operators", centralAccountNumber: "600200", revision: 0 };
  expect(await operator.update(id, { ...form, targetAmount: 100 })).toMatchObject({
    answer: { revision: 1 },
  });
  expect(await operator.update(id, { ...form, name: "Renamed", targetAmount: 30 })).toMatchObject({
    status: 409,
    refusal: { reason: "switch_changed" },
  });
  const shown = (await operator.list()).find((one) => one.id === id);
  expect(shown).toMatchObject({ name: "Two operators", targetAmount: 100 });
  const { results } = await env.DB.prepare(
    "SELECT id FROM audit WHERE subject = ?1 AND action = 'switch.update'",
  )
    .bind(id)
    .all();
  expect(results).toHaveLength(1);
  expect((await operator.remove(id)).ok).toBe(true);
});

test("a running switch takes every change but another account", async () => {
  const id = idOf(await operator.create({ name: "Running" }));
  expect((await operator.activate(id)).ok).toBe(true);
  const form = { name: "Running", centralAccountNumber: "600200", targetAmount: 2_000 };
  expect(await operator.update(id, { ...form, centralAccountNumber: "600199" })).toMatchObject({
    status: 409,
    refusal: { reason: "switch_deactivate_first" },
  });
  expect(await operator.update(id, form)).toMatchObject({ answer: { isActive: true, targetAmount: 2_000 } });
  expect((await operator.deactivate(id)).ok).toBe(true);
  expect(await operator.update(id, { ...form, centralAccountNumber: "600199" })).toMatchObject({
    answer: { centralAccountNumber: "600199", verification: { isTried: false, status: "none" } },
  });
  expect((await operator.activate(id)).status).toBe(409);
  expect((await operator.remove(id)).ok).toBe(true);
});

test("from activation to deletion, with what was answered and recorded", async () => {
  const id = idOf(await operator.create({ name: "Audited" }));
  const edited = await operator.update(id, {
    name: "Audited",
    centralAccountNumber: "600300",
    targetAmount: 5_000,
    switchMode: "automatic",
    isRecurring: true,
    recurringDays: ["sunday"],
    recurringStartTime: "08:00",
    recurringEndTime: "09:00",
    allowEmergencyDeactivate: false,
  });
  expect(edited).toMatchObject({
    ok: true,
    answer: {
      centralAccountNumber: "600300",
      targetAmount: 5_000,
      activationMode: "automatic",
      recurringDays: ["sunday"],
    },
  });
  expect((await operator.update(id, { name: "" })).status).toBe(400);
  expect(await operator.activate(id)).toMatchObject({
    status: 409,
    refusal: { reason: "switch_untried" },
  });
  await markTried(id);
  expect(await operator.activate(id)).toMatchObject({ answer: { actualId: id, success: true } });
  expect(await operator.activate(id)).toMatchObject({ answer: { actualId: id } });
  expect(await operator.stop(id, "wrong account")).toMatchObject({
    status: 409,
    refusal: { success: false },
  });
  expect(await operator.stop(id, "  ")).toMatchObject({
    status: 400,
    refusal: { error: "Please provide a reason for emergency deactivation" },
  });
  expect(await operator.remove(id)).toMatchObject({
    status: 409,
    refusal: { error: "This switch is active. Deactivate it before you delete it." },
  });
  expect(await operator.deactivate(id)).toMatchObject({
    answer: { message: "Payment gateway switch deactivated successfully", actualId: id },
  });
  expect((await operator.remove(id)).ok).toBe(true);
  expect((await operator.list()).some((one) => one.id === id)).toBe(false);
  const { results } = await env.DB.prepare(
    "SELECT action, detail FROM audit WHERE subject = ?1 ORDER BY at, rowid",
  )
    .bind(id)
    .all<{ action: string; detail: string }>();
  expect(results.map(({ action }) => action)).toEqual([
    "switch.create",
    "switch.update",
    "switch.activate",
    "switch.deactivate",
    "switch.delete",
  ]);
  expect(JSON.parse(results[2]?.detail ?? "")).toMatchObject({
    account: "mpesa 600300",
    target: "KSh 5,000",
  });
});
