import { ask } from "../support/site/ask.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import type { Site } from "../support/site/site.ts";

// What an operator has after some months: providers of all kinds, one suspended, routers assigned and in store.

const providers = [
  ["Baraka Hostels WiFi", "Halima Noor", "baraka", "Moi Avenue 12, Mombasa"],
  ["Kilimani Corner Net", "Peter Mwangi", "kilimani", "Argwings Kodhek Road, Nairobi"],
  ["Lakeside Community Internet and Cyber Services", "Achieng Odhiambo", "lakeside", "Oginga Odinga Street"],
  ["Rift Valley Link", "Kipchoge Rono", "rift", ""],
] as const;

const routers = [
  ["Hostel roof", "10.20.0.1", "7.x", "direct", "baraka"],
  ["Reception", "10.20.0.2", "6.x", "direct", "baraka"],
  ["Kilimani mast", "auto-detect", "7.x", "ovpn_client", "kilimani"],
  ["Spare hAP ax2", "192.168.88.1", "7.x", "direct", ""],
] as const;

const stocked = new Map<string, Promise<void>>();

/** Once for a site. */
export function stockPlatform(site: Site): Promise<void> {
  const known = stocked.get(site.main) ?? stock(site);
  stocked.set(site.main, known);
  return known;
}

async function stock(site: Site): Promise<void> {
  const ids = new Map<string, string>();
  for (const [businessName, contactName, subdomain, address] of providers) {
    const email = `info@${subdomain}.example`;
    const admin = { username: subdomain, password: `${subdomain} long password`, name: contactName, email };
    const { id } = await platform(site, "/api/superadmin/providers", {
      businessName,
      contactName,
      email,
      phone: "254700000000",
      subdomain,
      address,
      adminCredentials: admin,
    });
    ids.set(subdomain, id);
  }
  await platform(site, "/api/superadmin/tunnel-hosts", { name: "Host one", address: "vpn1.mlango.example" });
  for (const [name, host, routerosVersion, connectionType, subdomain] of routers) {
    const { id: routerId } = await platform(site, "/api/admin/routers", {
      name,
      host,
      port: 8728,
      username: "mlango",
      password: "not shown",
      isActive: true,
      routerosVersion,
      connectionType,
    });
    const providerId = ids.get(subdomain);
    if (providerId) await platform(site, "/api/superadmin/routers/assign", { routerId, providerId });
  }
  await platform(site, `/api/superadmin/providers/${ids.get("rift")}/suspend`, {});
  await stockMoney(site, ids.get("baraka") ?? "");
}

/** Providers that are billed and have paid, one payment that waits to be verified, and a switch that was not tried yet. */
async function stockMoney(site: Site, paying: string): Promise<void> {
  const { demo } = site.seeded;
  const billing = "/api/superadmin/provider-billing";
  const fees = { billingCycle: "monthly", dueDay: 5 };
  await platform(site, `${billing}/${demo.id}`, {
    ...fees,
    billingModel: "percentage",
    percentageRate: 5,
    paymentAccountNumber: "PROV-DEMO",
    notificationEmails: "amina@demo.example",
  });
  await platform(site, `${billing}/${paying}`, {
    ...fees,
    billingModel: "monthly_fee",
    monthlyFee: 1500,
    paymentAccountNumber: "PROV-BARAKA",
    notificationEmails: "info@baraka.example",
  });
  await platform(site, `${billing}/${paying}/payments`, { amountPaid: 1500, paymentCode: "TKQ81BARAK" });
  const cookie = await signIn(site, demo);
  const submitted = await ask(originOf(site, demo), "/api/admin/billing/confirmations", {
    json: { paymentCode: "TKQ72DEMO1", amountPaid: 4_522 },
    headers: { cookie, "idempotency-key": crypto.randomUUID() },
  });
  if (submitted.status !== 200) throw new Error(`payment code: ${submitted.status} ${submitted.text}`);
  await platform(site, "/api/superadmin/payment-gateway-switch", {
    name: "Fibre to Kisumu",
    accountType: "mobile_money",
    centralPaymentGatewayId: "mpesa",
    centralAccountNumber: "600999",
    targetAmount: 250_000,
    switchMode: "manual",
    isRecurring: false,
  });
}

/** @returns what the operator's call answered */
export async function platform(site: Site, path: string, json: unknown): Promise<{ id: string }> {
  const headers = { cookie: await operatorCookie(site), "idempotency-key": crypto.randomUUID() };
  const answer = await ask(site.main, path, { json, headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}
