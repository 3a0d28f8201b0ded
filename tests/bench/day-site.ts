import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { join } from "node:path";
import { publicKeyOf } from "#bridge/identity";
import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import { makeContext } from "#worker/context";
import { providers } from "#worker/db/schema/platform";
import { insertInto } from "#worker/db/table-rows";
import type { Env } from "#worker/env";
import { addGateway } from "#worker/features/gateways/store";
import { createPlan } from "#worker/features/plans/save-plan";
import { addRouter } from "../seed/add-router.ts";
import { answerPrompt } from "../support/site/answer-prompt.ts";
import { ask } from "../support/site/ask.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import { siteSecrets } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { until } from "../support/site/visitor.ts";
import { DayBridge } from "./day-bridge.ts";

// The built worker with many providers, each with a router and a bridge, and buyers who do by turns what a visitor does.

type Seller = { subdomain: string; routerId: string; planId: string; bridgeId: string; key: KeyObject };

export type DaySite = { site: Site; buyer(number: number): Buyer; stop(): Promise<void> };

export async function startDaySite(dir: string, count: number): Promise<DaySite> {
  let sellers: Seller[] = [];
  const siteDir = join(dir, "day-site");
  const site = await Site.start({
    dir: siteDir,
    gateway: { auto: "none", rule17: false },
    gatewayInMemory: true,
    fill: async (databases) => {
      sellers = await putSellers(databases, siteDir, count);
    },
  });
  await site.bridge?.stop();
  const bridges = sellers.map(
    ({ bridgeId, key, routerId }) => new DayBridge({ origin: site.main, id: bridgeId, key, routerId }),
  );
  const ticking = setInterval(() => {
    for (const { link } of bridges) link.tick();
  }, 100);
  const stop = async () => {
    clearInterval(ticking);
    await Promise.all(bridges.map(({ link }) => link.close()));
    await site.stop();
  };
  const end = Date.now() + 60_000;
  while (bridges.some(({ link }) => link.state !== "up")) {
    if (Date.now() > end) {
      await stop();
      throw new Error("not all bridges were welcomed");
    }
    await pause(50);
  }
  return {
    site,
    buyer(number) {
      const seller = sellers[number % sellers.length];
      const bridge = bridges[number % sellers.length];
      if (!seller || !bridge) throw new Error("there is no seller");
      return new Buyer(site, seller, bridge, number);
    },
    stop,
  };
}

async function putSellers(
  { d1, providers: objects }: SiteDatabases,
  siteDir: string,
  count: number,
): Promise<Seller[]> {
  const sellers: Seller[] = [];
  const { rootSecret, nameSecret, till, router: access } = siteSecrets(siteDir);
  const env = {
    DB: d1,
    PROVIDER: objects,
    ROOT_SECRET: rootSecret,
    NAME_SECRET: nameSecret,
    MAIN_ORIGIN: "http://hotspot.localhost",
  };
  const ctx = makeContext(env as unknown as Env);
  const now = Date.now();
  for (let number = 0; number < count; number += 1) {
    const id = randomUUID();
    const subdomain = `seller-${number}`;
    const businessName = `Seller ${number}`;
    const contact = { contactName: "Owner", email: `${subdomain}@day.example`, phone: "254712000003" };
    const row = { id, businessName, subdomain, ...contact, createdAt: now, updatedAt: now };
    await ctx.platform.run(insertInto(providers, row));
    const plan = { name: "2 hours", price: "20", durationHours: 2, speedMbps: 5 };
    const { id: planId } = await createPlan(ctx, id, {
      ...plan,
      isActive: true,
      isHidden: false,
      devices: 1,
    });
    const [bridgeId, routerId] = [randomUUID(), randomUUID()];
    const { privateKey: key } = generateKeyPairSync("ed25519");
    await d1
      .prepare(
        "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES (?1, ?2, 'Gate', ?3, ?4)",
      )
      .bind(bridgeId, id, publicKeyOf(key), now)
      .run();
    const { username, ...secrets } = access;
    const place = { host: `10.9.${number >> 8}.${number & 255}`, port: 8728, username, bridgeId };
    await addRouter(ctx, { id: routerId, name: "Gate", ...place, secrets, createdAt: now, providerId: id });
    await ctx.platform.batch([
      addGateway(
        ctx,
        {
          id: randomUUID(),
          providerId: id,
          routerId: null,
          type: "mpesa",
          isActive: true,
          environment: "sandbox",
          useAutoApi: true,
          accountNumber: till,
          verifiedAt: null,
          createdAt: now,
          archivedAt: null,
        },
        null,
      ),
    ]);
    sellers.push({ subdomain, routerId, planId, bridgeId, key });
  }
  return sellers;
}

/** A visitor with a phone, a device and a network address of its own. */
export class Buyer {
  private readonly site: Site;
  private readonly seller: Seller;
  private readonly bridge: DayBridge;
  private readonly mac: string;
  private readonly phone: string;
  private readonly headers: Record<string, string>;
  private paymentId = "";

  constructor(site: Site, seller: Seller, bridge: DayBridge, number: number) {
    this.site = site;
    this.seller = seller;
    this.bridge = bridge;
    const hex = number.toString(16).padStart(8, "0").toUpperCase();
    this.mac = `02:DA:${hex.replace(/..(?!$)/g, "$&:")}`;
    this.phone = `2547${String(number).padStart(8, "0")}`;
    this.headers = { "cf-connecting-ip": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` };
  }

  view(path = "/"): Promise<void> {
    const query = `mac=${this.mac}&routerId=${this.seller.routerId}`;
    return this.get(`${path}?${query}`, { "accept-encoding": "gzip" }).then(() => undefined);
  }

  async initiate(): Promise<void> {
    const json = {
      phoneNumber: this.phone,
      planId: this.seller.planId,
      macAddress: this.mac,
      routerId: this.seller.routerId,
    };
    const { status, text } = await ask(this.origin, "/api/payment/initiate", { json, headers: this.headers });
    const answer: PaymentInitiated = JSON.parse(text);
    if (status !== 200 || !answer.success) throw new Error(`not started: ${status} ${text}`);
    this.paymentId = answer.transactionId;
  }

  async poll(): Promise<PaymentStatus> {
    return JSON.parse(await this.get(`/api/payment/status/${this.paymentId}`));
  }

  /** Types the PIN once the phone rings. @returns ms from then until the bridge was told to let the device out */
  async pay(): Promise<number> {
    const prompts = `${this.site.gatewayOrigin}/control/prompts?phoneNumber=${this.phone}`;
    const listed = async () => (await (await fetch(prompts)).json()) as unknown[];
    await until("a prompt", listed, ({ length }) => length > 0);
    const began = performance.now();
    const [at] = await Promise.all([
      this.bridge.accessOf(this.mac),
      answerPrompt(this.site, this.phone, "paid"),
    ]);
    return at - began;
  }

  async untilOnline(): Promise<void> {
    const isOnline = ({ status, access }: PaymentStatus) => status === "completed" && access === "online";
    await until("access", () => this.poll(), isOnline);
  }

  /** Done when the worker knows that the device is online. */
  started(): Promise<void> {
    return this.bridge.settled();
  }

  end(): Promise<void> {
    return this.bridge.end(this.mac);
  }

  private get origin(): string {
    return this.site.main.replace("//", `//${this.seller.subdomain}.`);
  }

  private async get(path: string, more: Record<string, string> = {}): Promise<string> {
    const { status, text } = await ask(this.origin, path, { headers: { ...this.headers, ...more } });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
