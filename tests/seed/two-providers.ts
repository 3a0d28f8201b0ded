import type { Plan, PlanInput } from "#contract/plans";
import type { Context } from "#worker/context";
import { providers } from "#worker/db/schema/platform";
import { insertInto } from "#worker/db/table-rows";
import { addGateway } from "#worker/features/gateways/store";
import { createPlan } from "#worker/features/plans/save-plan";
import { addRouter } from "./add-router.ts";
import { createAdmin } from "./create-admin.ts";

export type SeededAdmin = { id: string; username: string; password: string };
export type SeededRouter = { id: string; name: string };
export type SeededProvider = {
  id: string;
  businessName: string;
  subdomain: string;
  admin: SeededAdmin;
  /** Cheapest first. */
  plans: Plan[];
  routers: SeededRouter[];
};
export type TwoProviders = { demo: SeededProvider; savanna: SeededProvider; operator: SeededAdmin };

/** Where a seeded router is reached, by its name. */
export type RouterPlace = {
  host: string;
  port: number;
  username: string;
  password: string;
  bridgeId: string | null;
  /** Password of the router's MAC login. */
  macAuthPassword?: string;
};
export type SeedOptions = {
  /** Where it answers null, that router is left out. */
  routerPlace?: (name: string) => RouterPlace | null;
};

const someRouter: RouterPlace = {
  host: "192.168.88.1",
  port: 8728,
  username: "mlango",
  password: "router-password",
  bridgeId: null,
};

/**
 * A provider that is shown, another whose rows it must never see, and an operator above both: usernames `demo`,
 * `savanna` and `operator`. Names are stable, ids are random. Fails if it was done before.
 */
export async function seedTwoProviders(
  ctx: Context,
  passwords: { demo: string; savanna: string; operator: string },
  options: SeedOptions = {},
): Promise<TwoProviders> {
  const demo = await seedProvider(ctx, options, {
    businessName: "Demo WiFi",
    subdomain: "demo",
    contactName: "Amina Wanjiru",
    email: "amina@demo.example",
    phone: "254712000001",
    password: passwords.demo,
    plans: [
      plan({ name: "1 Hour", price: "10", durationHours: 1, speedMbps: 3 }),
      plan({ name: "3 Hours", price: "20", durationHours: 3, speedMbps: 5 }),
      plan({ name: "Day", price: "50", durationHours: 24, speedMbps: 5 }),
      plan({ name: "Week for two", price: "250", durationHours: 168, speedMbps: 8, devices: 2 }),
      plan({ name: "Month 50 GB", price: "999.50", durationHours: 720, speedMbps: 10, dataLimitGB: 50 }),
    ],
    routers: [
      { name: "Main Gate", location: "Kibera Drive, by the gate" },
      { name: "Market Stall", location: "Toi Market" },
    ],
  });
  const savanna = await seedProvider(ctx, options, {
    businessName: "Savanna Net",
    subdomain: "savanna",
    contactName: "Joseph Otieno",
    email: "joseph@savanna.example",
    phone: "254712000002",
    password: passwords.savanna,
    plans: [
      plan({ name: "Savanna Evening", price: "30", durationHours: 6, speedMbps: 4 }),
      plan({ name: "Savanna Weekend", price: "120", durationHours: 48, speedMbps: 6 }),
    ],
    routers: [{ name: "Savanna Lodge", location: null }],
  });
  const operator = { username: "operator", password: passwords.operator };
  const id = await createAdmin(ctx, {
    providerId: null,
    name: "Platform Operator",
    email: "operator@mlango.example",
    ...operator,
  });
  return { demo, savanna, operator: { id, ...operator } };
}

/** By which the savanna provider collects itself; the demo provider's till is collected by the platform's own app. */
export const savannaApp = {
  consumerKey: "savanna-key",
  consumerSecret: "savanna-secret",
  passkey: "savanna-passkey",
  shortCode: "600200",
};
export const demoTill = "512345";

/** Sandbox M-Pesa for all routers of both: without it nothing can be sold. */
export async function seedGateways(
  ctx: Context,
  { demo, savanna }: Pick<TwoProviders, "demo" | "savanna">,
  accounts: { till: string; app: typeof savannaApp } = { till: demoTill, app: savannaApp },
): Promise<void> {
  const common = {
    routerId: null,
    type: "mpesa",
    isActive: true,
    environment: "sandbox",
    verifiedAt: null,
    createdAt: ctx.now(),
    archivedAt: null,
  } as const;
  const { shortCode, ...secrets } = accounts.app;
  await ctx.platform.batch([
    addGateway(
      ctx,
      {
        ...common,
        id: crypto.randomUUID(),
        providerId: demo.id,
        useAutoApi: true,
        accountNumber: accounts.till,
      },
      null,
    ),
    addGateway(
      ctx,
      {
        ...common,
        id: crypto.randomUUID(),
        providerId: savanna.id,
        useAutoApi: false,
        accountNumber: shortCode,
      },
      secrets,
    ),
  ]);
}

type Wanted = {
  businessName: string;
  subdomain: string;
  contactName: string;
  email: string;
  phone: string;
  password: string;
  plans: PlanInput[];
  routers: { name: string; location: string | null }[];
};

async function seedProvider(ctx: Context, options: SeedOptions, wanted: Wanted): Promise<SeededProvider> {
  const { businessName, subdomain, contactName, email, phone } = wanted;
  const id = crypto.randomUUID();
  const now = ctx.now();
  const row = { id, businessName, subdomain, contactName, email, phone, createdAt: now, updatedAt: now };
  if ((await ctx.platform.run(insertInto(providers, row))) === 0) {
    throw new Error(`the provider ${subdomain} was seeded before`);
  }
  const admin = { username: subdomain, password: wanted.password };
  const adminId = await createAdmin(ctx, { providerId: id, name: contactName, email, ...admin });
  const plans: Plan[] = [];
  for (const input of wanted.plans) plans.push(await createPlan(ctx, id, input));
  const routers: SeededRouter[] = [];
  for (const { name, location } of wanted.routers) {
    const wantedPlace = (options.routerPlace ?? (() => someRouter))(name);
    if (!wantedPlace) continue;
    const { password, macAuthPassword = "", ...place } = wantedPlace;
    const router = { id: crypto.randomUUID(), name };
    const secrets = { password, macAuthPassword };
    await addRouter(ctx, { ...router, ...place, secrets, createdAt: now, providerId: id, location });
    routers.push(router);
  }
  return { id, businessName, subdomain, admin: { id: adminId, ...admin }, plans, routers };
}

function plan(
  input: Pick<PlanInput, "name" | "price" | "durationHours" | "speedMbps"> & Partial<PlanInput>,
): PlanInput {
  return { isActive: true, isHidden: false, devices: 1, ...input };
}
