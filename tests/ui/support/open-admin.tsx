import { render } from "@testing-library/react";
import type { ProviderAdmin } from "#contract/auth";
import { billingAccount } from "#contract/billing-invoices";
import { readGuard } from "#contract/leaks";
import { listMessages } from "#contract/messages";
import { listOutages } from "#contract/outages";
import { offeredGateways } from "#contract/own-gateways";
import { ownRefund } from "#contract/own-refunds";
import { readBalance } from "#contract/payouts";
import { getPeopleRules } from "#contract/people";
import { adminListPlans } from "#contract/plans";
import { readSetAside } from "#contract/routers";
import { getAdminSecondFactor } from "#contract/second-factor";
import { type ProviderStats, providerStats } from "#contract/transactions";
import { userStats } from "#contract/users";
import { listVoucherBatches } from "#contract/vouchers";
import { listWaysIn } from "#contract/ways-in";
import { adminConsole } from "#web/admin/enter.ts";
import { AdminEntry } from "#web/admin/entry.tsx";
import { session } from "#web/admin/session.ts";
import { answerUsually } from "./fake-server.ts";
import { ownRefundOffer } from "./provider-rows.ts";

export const amina: ProviderAdmin = {
  id: "a1",
  username: "demo",
  name: "Amina Wanjiru",
  email: "amina@demo.example",
  role: "owner",
  providerId: "p1",
  actingAs: null,
};
const stats: ProviderStats = {
  totalRevenue: 0,
  activeUsers: 0,
  totalUsers: 0,
  expiredUsers: 0,
  onlineUsers: 0,
};

type Options = { signed?: Partial<ProviderAdmin> | null; subdomain?: string | null; refusal?: string };

await adminConsole.load();

/** What every page asks for. */
export function answerAsUsual(): void {
  answerUsually(providerStats, stats);
  const { totalRevenue: _, ...counts } = stats;
  answerUsually(userStats, counts);
  answerUsually(billingAccount, {
    status: "active",
    suspendedFor: null,
    owed: 0,
    overdue: 0,
    credit: 0,
    suspendedOn: null,
    paybill: null,
    terms: null,
    unread: 0,
  });
  answerUsually(offeredGateways, { kinds: [], environment: null });
  answerUsually(getAdminSecondFactor, { isOn: false, isRequired: false, recoveryCodes: 0 });
  answerUsually(getPeopleRules, { secondFactorRequired: false });
  answerUsually(readBalance, {
    collection: "off",
    paysOut: false,
    owed: 0,
    underWay: 0,
    refunding: 0,
    available: 0,
    fresh: 0,
    holdHours: 24,
    fee: 0,
    least: 100,
    most: 250_000,
    destination: null,
    payouts: [],
  });
  answerUsually(ownRefund, ownRefundOffer);
  answerUsually(adminListPlans, []);
  answerUsually(readSetAside, { purchases: 0, routers: [] });
  answerUsually(listWaysIn, { tokens: [], invitations: [] });
  answerUsually(listOutages, []);
  answerUsually(readGuard, { look: null, leaks: [], routers: [], nights: [] });
  answerUsually(listMessages, []);
  answerUsually(listVoucherBatches, { batches: [], next: null });
}

/** Brings the admin of a provider before a page of the console, as `web/admin/client.tsx` draws it. */
export function openAdmin(path: string, options: Options = {}): void {
  const { signed = {}, subdomain = "demo", refusal = null } = options;
  if (signed) session.write({ ...amina, ...signed });
  else session.clear();
  answerAsUsual();
  window.history.replaceState({}, "", path);
  const businessName = subdomain === null ? null : "Demo WiFi";
  const page = {
    subdomain,
    businessName,
    mainOrigin: "https://hotspot.test",
    version: "test",
    isSigned: signed !== null,
  };
  render(<AdminEntry page={page} refusal={refusal} />);
}
