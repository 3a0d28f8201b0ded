import { AirtelSimulator } from "../../simulators/airtel/airtel-simulator.ts";
import { DarajaSimulator } from "../../simulators/daraja/daraja-simulator.ts";
import type { Ask } from "../../simulators/gateway-kit/engine.ts";
import { MailboxSimulator } from "../../simulators/mailbox/mailbox-simulator.ts";
import { memoryStore, RouterSimulator } from "../../simulators/routeros/index.ts";
import { S3Simulator } from "../../simulators/s3/s3-simulator.ts";
import {
  airtelApp,
  backupStore,
  mailToken,
  mpesaApp,
  paybillApp,
  phone,
  routerLogin,
  routerPort,
} from "./outside.ts";

/** Who is there besides Cloudflare: Safaricom, Airtel, a sender of letters and a store at the names that the product asks, and a router. */
export class OutsideWorld {
  private readonly daraja: DarajaSimulator;
  private readonly airtel: AirtelSimulator;
  private readonly mailbox = new MailboxSimulator({ token: mailToken, now: Date.now });
  private readonly store = new S3Simulator({
    ...backupStore,
    keys: [
      { ...backupStore.writer, may: ["PUT"] },
      { ...backupStore.reader, may: ["GET"] },
    ],
  });
  private readonly router = new RouterSimulator({
    clock: Date,
    store: memoryStore(),
    users: [{ ...routerLogin, policies: ["api", "read", "write", "sensitive", "test"] }],
    hotspot: { macAuthPassword: "", loginBy: "mac,http-chap" },
    hosts: [phone],
    identity: "Gate",
  });

  /** @param ask how the gateways reach the platform */
  constructor(ask: Ask) {
    const deliver = async (...call: Parameters<Ask>) => (await ask(...call)).status;
    const settings = { auto: "none", rule17: false } as const;
    this.daraja = new DarajaSimulator({
      clock: Date,
      store: memoryStore(),
      deliver,
      ask,
      apps: [mpesaApp, paybillApp],
      settings,
    });
    const { name, clientId, clientSecret } = airtelApp;
    this.airtel = new AirtelSimulator({
      clock: Date,
      store: memoryStore(),
      deliver,
      apps: [{ name, clientId, clientSecret }],
    });
  }

  async start(): Promise<void> {
    await this.router.listen(routerPort);
    this.daraja.start();
    this.airtel.start();
  }

  /** What the worker is answered; undefined for a name that nobody has. */
  async answer(request: Request): Promise<Response | undefined> {
    const { hostname, pathname } = new URL(request.url);
    if (hostname === "api.safaricom.co.ke") return this.daraja.fetch(request);
    if (hostname === "openapi.airtel.africa") return this.airtel.fetch(request);
    if (hostname === "api.resend.com" && pathname === "/emails")
      return this.mailbox.handle(new Request("https://api.resend.com/mail", request));
    if (hostname === backupStore.host) return this.store.fetch(request);
    return undefined;
  }

  /** What people do there, and what can be seen: the simulators' controls. */
  async control(request: Request): Promise<Response | undefined> {
    for (const one of [this.daraja, this.airtel, this.mailbox, this.router]) {
      const answer = await one.handle(request.clone());
      if (answer) return answer;
    }
    return undefined;
  }

  async stop(): Promise<void> {
    await Promise.all([this.daraja.stop(), this.airtel.stop(), this.router.close()]);
  }
}
