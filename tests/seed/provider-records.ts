import { eq } from "drizzle-orm";
import { customerNumberFrom } from "#contract/values/account-code";
import { nairobiDay } from "#contract/values/duration";
import { deviceSubject } from "#contract/values/subject";
import type { Context } from "#worker/context";
import { paybillPayments } from "#worker/db/schema/platform";
import {
  adminInvitations,
  admins,
  allowedLeaks,
  apiTokens,
  campaigns,
  customerAccounts,
  customerCash,
  customerEntries,
  customerLetters,
  devices,
  entitlements,
  hotspotUsers,
  imports,
  incomingMessages,
  leaks,
  ledger,
  lines,
  lineUsage,
  messages,
  outages,
  packageChanges,
  payments,
  reviews,
  trials,
  usage,
  vouchers,
} from "#worker/db/schema/tenant";
import { sealedPlace } from "#worker/db/sealed-columns";
import { insertInto } from "#worker/db/table-rows";
import { planById, termsOf } from "#worker/features/plans/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import type { SeededProvider } from "./two-providers.ts";

export type ProviderRecords = {
  mac: string;
  phone: string;
  receipt: string;
  paymentId: string;
  entitlementId: string;
  voucherId: string;
  voucherCode: string;
  /** Money at a pay bill that matched no purchase. */
  paybillPaymentId: string;
  /** Not settled. */
  outageId: string;
  /** Held back. */
  messageId: string;
  /** What somebody wrote to its short code. */
  incomingId: string;
  /** A pass at its first router, which is let be. */
  leakId: string;
  campaignId: string;
  /** A cashier, and an invitation that is open. */
  personId: string;
  personInvitationId: string;
  apiTokenId: string;
  importId: string;
  /** With a line, and cash in its account. */
  customerId: string;
  cashId: string;
};

/**
 * One of everything that a provider's days leave behind, written as rows: a paid purchase whose device is online, its
 * money and usage, an unused voucher, something to review. No object of the worker knows of it.
 */
export async function seedRecords(ctx: Context, provider: SeededProvider): Promise<ProviderRecords> {
  const db = ctx.tenant(provider.id);
  const now = ctx.now();
  const routerId = provider.routers[0]?.id ?? "";
  const plan = await planById(db, provider.plans[0]?.id ?? "");
  if (!plan) throw new Error(`${provider.subdomain} has no plan`);
  const terms = termsOf(plan);
  const tag = crypto.randomUUID().replaceAll("-", "");
  const mac = (`02${tag.slice(0, 10)}`.toUpperCase().match(/../g) ?? []).join(":");
  const phone = `2547${String(Number.parseInt(tag.slice(0, 12), 16) % 100_000_000).padStart(8, "0")}`;
  const receipt = `T${tag.slice(10, 19).toUpperCase()}`;
  const paymentId = `pay-${tag}`;
  const entitlementId = `ent-${tag}`;
  const sale = { paymentId, routerId, method: "mpesa", settlement: "direct" } as const;
  const line = {
    ...sale,
    journalId: paymentId,
    at: now,
    kind: "sale",
    day: "2026-11-20",
  } as const;
  const leakId = `leak-${tag}`;
  const campaignId = `campaign-${tag}`;
  const [personId, personInvitationId] = [`person-${tag}`, `invitation-${tag}`];
  const apiTokenId = `token-${tag}`;
  const importId = `import-${tag}`;
  const incomingId = `incoming-${tag}`;
  const [customerId, cashId, lineId] = [`customer-${tag}`, `cash-${tag}`, `line-${tag}`];
  const person = { name: `Cashier ${tag}`, email: "", role: "cashier", createdAt: now } as const;
  await db.batch([
    insertInto(admins, {
      ...person,
      id: personId,
      username: personId,
      usernameKey: personId,
      passwordHash: `hash ${tag}`,
    }),
    insertInto(adminInvitations, {
      ...person,
      id: personInvitationId,
      codeHash: tag,
      invitedBy: provider.admin.id,
      expiresAt: now + 86_400_000,
    }),
    insertInto(apiTokens, {
      id: apiTokenId,
      name: `Shop ${tag}`,
      tokenHash: tag,
      scopes: ["read:payments"],
      createdAt: now,
      madeBy: provider.admin.id,
    }),
    insertInto(imports, {
      id: importId,
      fileName: `${tag}.csv`,
      fileHash: tag,
      rows: 1,
      lastRow: 2,
      createdAt: now,
      madeBy: provider.admin.username,
    }),
    insertInto(payments, {
      id: paymentId,
      seq: 5,
      routerId,
      planId: plan.id,
      terms,
      subject: deviceSubject(mac),
      phone,
      amountCents: plan.priceCents,
      method: "mpesa",
      settlement: "direct",
      gatewayId: "seeded",
      status: "completed",
      receipt,
      entitlementId,
      createdAt: now,
      completedAt: now,
      updatedAt: now,
    }),
    insertInto(trials, {
      id: `trial-${tag}`,
      phone,
      subject: deviceSubject(mac),
      routerId,
      askedAt: now,
      givenAt: now,
    }),
    insertInto(ledger, { ...line, line: 1, account: "gateway", cents: plan.priceCents }),
    insertInto(ledger, { ...line, line: 2, account: "sales", cents: -plan.priceCents }),
    insertInto(entitlements, {
      id: entitlementId,
      rev: 1,
      confirmedRev: 1,
      routerId,
      subject: deviceSubject(mac),
      source: "payment",
      sourceId: paymentId,
      terms,
      state: "running",
      createdAt: now,
      startedAt: now,
      endsAt: now + terms.durationMs,
      updatedAt: now,
    }),
    insertInto(messages, {
      id: `receipt.${paymentId}`,
      kind: "receipt",
      phone,
      language: "en",
      given: { plan: plan.name },
      state: "held",
      reason: "off",
      createdAt: now,
      nextAt: now,
      until: now + 3_600_000,
    }),
    insertInto(outages, { routerId, beganAt: now - 600_000, endedAt: now }),
    insertInto(leaks, {
      id: leakId,
      routerId,
      kind: "pass",
      name: mac,
      subject: deviceSubject(mac),
      detail: JSON.stringify({ row: { what: "binding", id: "*1", name: mac }, print: mac, about: "tv" }),
      isOnline: true,
      cents: 0,
      foundAt: now,
      seenAt: now,
    }),
    insertInto(allowedLeaks, {
      id: leakId,
      print: mac,
      subject: deviceSubject(mac),
      note: "",
      by: "Amina",
      at: now,
    }),
    insertInto(devices, { entitlementId, subject: deviceSubject(mac), attachedAt: now }),
    insertInto(hotspotUsers, {
      subject: deviceSubject(mac),
      routerId,
      phone,
      entitlementId,
      firstSeenAt: now,
      lastSeenAt: now,
    }),
    insertInto(usage, {
      routerId,
      boot: "boot",
      session: tag,
      subject: deviceSubject(mac),
      entitlementId,
      bytesUp: 1_000,
      bytesDown: 20_000,
      seconds: 60,
      startedAt: now,
      updatedAt: now,
    }),
    insertInto(reviews, {
      id: `rev-${tag}`,
      at: now,
      paymentId,
      kind: "denied",
      detail: { receipt },
    }),
    insertInto(campaigns, {
      id: campaignId,
      audience: "all",
      text: "Half price tonight",
      segments: 1,
      segmentCents: 100,
      people: 0,
      createdAt: now,
      startedAt: now,
    }),
    insertInto(customerAccounts, {
      id: customerId,
      number: customerNumberFrom(Number.parseInt(tag.slice(0, 12), 16)),
      name: `Home ${tag}`,
      // Nobody who buys at the hotspot: an account stays when a buyer's number is deleted.
      phone: `2541${phone.slice(4)}`,
      notes: "",
      createdAt: now,
    }),
    insertInto(lines, {
      id: lineId,
      customerId,
      routerId,
      terms: {
        packageId: "seeded",
        packageName: "Home",
        priceCents: 150_000,
        period: { months: 1 },
        upKbps: 1_000,
        downKbps: 1_000,
        graceDays: 0,
        daysFromCents: null,
      },
      login: lineId,
      loginSmall: lineId,
      password: ctx.keys.seal("fibre4you", sealedPlace("lines", lineId)),
      rev: 1,
      confirmedRev: 1,
      createdAt: now,
      updatedAt: now,
    }),
    insertInto(lineUsage, {
      lineId,
      day: nairobiDay(now),
      period: 0,
      bytesUp: 1_000,
      bytesDown: 20_000,
      countedSince: now,
      totalUp: 1_000,
      totalDown: 20_000,
    }),
    insertInto(customerCash, {
      id: cashId,
      number: Number.parseInt(tag.slice(0, 6), 16),
      customerId,
      routerId,
      cents: 10_000,
      at: now,
      takenBy: personId,
      takenByName: person.name,
      note: "",
    }),
    insertInto(customerEntries, {
      id: `cash ${cashId}`,
      customerId,
      at: now,
      cents: 10_000,
      kind: "cash",
      cashId,
    }),
    insertInto(packageChanges, {
      id: `change-${tag}`,
      customerId,
      lineId,
      terms: {
        packageId: "seeded",
        packageName: "Home 20",
        priceCents: 250_000,
        period: { months: 1 },
        upKbps: 2_000,
        downKbps: 2_000,
        graceDays: 0,
        daysFromCents: null,
      },
      begins: "renewal",
      phone,
      askedAt: now,
    }),
    insertInto(customerLetters, {
      id: `line.over.${tag}`,
      customerId,
      language: "en",
      given: { line: "over", plan: "Home", cents: 150_000, endsAt: now },
      createdAt: now,
      nextAt: now,
      until: now + 3_600_000,
      handedAt: now,
    }),
    insertInto(incomingMessages, { id: incomingId, phone, text: "Please call me", at: now }),
  ]);
  const typed = { shortCode: "600999", receipt: `U${tag.slice(0, 9).toUpperCase()}` };
  await ctx.platform.run(
    insertInto(paybillPayments, {
      ...typed,
      gatewayId: "seeded",
      providerId: provider.id,
      cents: plan.priceCents,
      accountTyped: "nobody",
      paidAt: now,
      receivedAt: now,
      status: "unmatched",
    }),
  );
  const input = { planId: plan.id, quantity: 1 };
  const [made] = await generateVouchers(ctx, provider.id, input, null);
  const [voucher] = await db.select(vouchers, { where: eq(vouchers.id, made?.id ?? "") });
  if (!voucher) throw new Error("no voucher was made");
  const paybillPaymentId = `${typed.shortCode}-${typed.receipt}`;
  const { id: voucherId, code: voucherCode } = voucher;
  const outageId = `${routerId}.${now - 600_000}`;
  return {
    mac,
    phone,
    receipt,
    paymentId,
    entitlementId,
    voucherId,
    voucherCode,
    paybillPaymentId,
    outageId,
    leakId,
    campaignId,
    customerId,
    cashId,
    messageId: `receipt.${paymentId}`,
    incomingId,
    personId,
    personInvitationId,
    apiTokenId,
    importId,
  };
}
