import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pagePort } from "#contract/values/router-setup";
import { loginPages } from "#worker/features/routers/setup-script/login-pages";
import type { SeededAd } from "../../seed/demo-ads.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import type { AirtelSettings } from "../../simulators/airtel/settings.ts";
import type { DarajaSettings } from "../../simulators/daraja/settings.ts";
import type { BoxChanges } from "../../simulators/routeros/box.ts";
import { guardRun } from "../guard.mjs";
import { firstBridgeCode, firstVouchers, type Stock } from "./console.ts";
import { control } from "./control.ts";
import type { MovedClock } from "./moved-clock.ts";
import type { SiteDatabases } from "./open-database.ts";
import { type Part, startPart } from "./processes.ts";
import { prepareDatabase } from "./seed-site.ts";
import { demoPhones, freePort, operatorOf, type Phone, type SiteSecrets, siteSecrets } from "./settings.ts";
import type { SimulatorsProcessOptions } from "./simulators-process.ts";
import type { WorkerProcessOptions } from "./worker-process.ts";

export type SiteOptions = {
  /** Where everything of this site is kept; a second start goes on with it. */
  dir: string;
  /** 0 or absent: free ports. */
  ports?: { worker?: number; gateway?: number; router?: number };
  gateway?: Partial<DarajaSettings>;
  /** M-Pesa forgets everything when it ends: writing it down takes longer with each payment. */
  gatewayInMemory?: boolean;
  cronMs?: number;
  /** Objects and D1 are so far away, in the time that a call takes there and back; at hand unless told. */
  hopMs?: number;
  /** Phones that the router sees; those of the demonstration unless told. */
  phones?: Phone[];
  /** Menus of the demo provider's router that are not as they come. */
  routerMenus?: BoxChanges["menus"];
  /** What the database holds besides the seed; asked for once, before the worker starts. */
  fill?: (databases: SiteDatabases, seeded: TwoProviders) => Promise<void>;
  /** With the demonstration's advertisements, and the look of its provider; without unless told. */
  ads?: boolean;
  /** The demo provider collects Airtel Money as well, by the platform's app; only M-Pesa unless told. */
  airtel?: Partial<AirtelSettings>;
  /** The demo provider is billed, and there is a switch that is not active; neither unless told. */
  billing?: boolean;
  /** Of others, that the platform's M-Pesa app may lead money to. */
  payBills?: string[];
  /** By which all its processes go; this machine's unless told. */
  clock?: Pick<MovedClock, "env">;
  /** The worker of another version, as it was built. */
  builtDir?: string;
  /** The bridge of another version: its one file. */
  bridgeScript?: string;
};

/**
 * A whole site: simulators, the built worker and a bridge, each a process that can be stopped, killed and started again.
 * Tests and `npm start` use the same.
 */
export class Site {
  readonly dir: string;
  readonly main: string;
  readonly gatewayOrigin: string;
  readonly routerPort: number;
  readonly secrets: SiteSecrets;
  readonly seeded: TwoProviders;
  /** As they were made; empty unless the options ask for them. */
  readonly ads: readonly SeededAd[];
  /** Where Airtel reports outcomes, as it stands in the form of its portal. */
  readonly airtelCallbackUrl: string;
  /** What the providers made in their consoles before the first visitor came. */
  stock: Stock = { demoVouchers: [], savannaVoucher: "" };
  simulators: Part | null = null;
  worker: Part | null = null;
  bridge: Part | null = null;
  private readonly options: SiteOptions;

  private constructor(
    parts: Pick<
      Site,
      "dir" | "main" | "gatewayOrigin" | "routerPort" | "secrets" | "seeded" | "ads" | "airtelCallbackUrl"
    > & { options: SiteOptions },
  ) {
    this.dir = parts.dir;
    this.main = parts.main;
    this.gatewayOrigin = parts.gatewayOrigin;
    this.routerPort = parts.routerPort;
    this.secrets = parts.secrets;
    this.seeded = parts.seeded;
    this.ads = parts.ads;
    this.airtelCallbackUrl = parts.airtelCallbackUrl;
    this.options = parts.options;
  }

  /** Everything ready and running, the bridge enrolled. The worker must have been built. */
  static async start(options: SiteOptions): Promise<Site> {
    guardRun();
    const { dir, ports = {} } = options;
    mkdirSync(join(dir, "logs"), { recursive: true });
    const secrets = siteSecrets(dir);
    const workerPort = ports.worker || (await freePort());
    const gatewayPort = ports.gateway || (await freePort());
    const routerPort = ports.router || (await freePort());
    const main = `http://hotspot.localhost:${workerPort}`;
    const gatewayOrigin = `http://127.0.0.1:${gatewayPort}`;
    const vars = siteVars(main, gatewayOrigin, secrets, options);
    const prepared = await prepareDatabase({
      dir,
      vars,
      secrets,
      routerPort,
      fill: options.fill,
      ads: options.ads,
      airtel: options.airtel,
      billing: options.billing,
    });
    const site = new Site({ dir, main, gatewayOrigin, routerPort, secrets, ...prepared, options });
    try {
      await Promise.all([site.startSimulators(), site.startWorker()]);
      site.stock = await firstVouchers(site);
      await site.enrolOnce();
      await site.startBridge();
    } catch (cause) {
      await site.stop();
      throw cause;
    }
    return site;
  }

  get logDir(): string {
    return join(this.dir, "logs");
  }

  /** What the demo provider's router shows its visitors: as the set-up writes it. */
  private get loginPage(): string {
    const { demo } = this.seeded;
    const [page] = loginPages({
      routerId: demo.routers[0]?.id ?? "",
      businessName: demo.businessName,
      portalOrigin: this.origin,
      bridgeAddress: "127.0.0.1",
      pagePort,
      tunnel: null,
    });
    return page?.contents ?? "";
  }

  /** Where the demo provider's visitors are. */
  get origin(): string {
    return this.main.replace("//", `//${this.seeded.demo.subdomain}.`);
  }

  async startSimulators(): Promise<void> {
    const { secrets } = this;
    const options: SimulatorsProcessOptions = {
      dir: this.dir,
      gatewayPort: Number(new URL(this.gatewayOrigin).port),
      routerPort: this.routerPort,
      apps: [
        {
          ...secrets.platformApp,
          ...operatorOf(secrets.platformApp),
          name: "Mlango",
          tills: [secrets.till],
          partyBs: this.options.payBills ?? [],
        },
        { ...secrets.savannaApp, ...operatorOf(secrets.savannaApp), name: "Savanna Net" },
        { ...secrets.demoApp, ...operatorOf(secrets.demoApp), name: "Demo WiFi" },
      ],
      airtelApp: { ...secrets.airtelApp, name: "Mlango" },
      airtelSettings: this.options.airtel ?? {},
      banks: [secrets.banks.kcb, secrets.banks.coop, secrets.banks.equity],
      gatewaySettings: this.options.gateway ?? {},
      gatewayInMemory: this.options.gatewayInMemory ?? false,
      smsAccount: secrets.smsAccount,
      mailToken: secrets.mailToken,
      router: {
        username: secrets.router.username,
        password: secrets.router.password,
        hotspot: { macAuthPassword: secrets.router.macAuthPassword, loginBy: "mac,http-chap" },
        hosts: this.options.phones ?? demoPhones,
        loginPage: this.loginPage,
        menus: this.options.routerMenus ?? {},
      },
    };
    this.simulators = await startPart({
      name: "simulators",
      script: "tests/support/site/simulators-process.ts",
      arguments: [JSON.stringify(options)],
      env: this.options.clock?.env ?? {},
      logDir: this.logDir,
    });
    await this.fillAirtelPortal();
  }

  /** By hand at the real portal, once; here with each start, as the site may have moved to another port. */
  private async fillAirtelPortal(): Promise<void> {
    const { clientId, callbackKey } = this.secrets.airtelApp;
    await control(this, "/control/airtel/apps", {
      clientId,
      callbackKey,
      callbackUrl: this.airtelCallbackUrl,
    });
  }

  /** @param builtDir of another version, as it was built */
  async startWorker(builtDir = this.options.builtDir): Promise<void> {
    const options: WorkerProcessOptions = {
      port: Number(new URL(this.main).port),
      stateDir: join(this.dir, "state"),
      vars: siteVars(this.main, this.gatewayOrigin, this.secrets, this.options),
      cronMs: this.options.cronMs ?? 60_000,
      hopMs: this.options.hopMs,
      builtDir,
      tellsQueue: process.env.RECORD_QUEUE !== undefined,
    };
    this.worker = await startPart({
      name: "worker",
      script: "tests/support/site/worker-process.ts",
      arguments: [JSON.stringify(options)],
      env: this.options.clock?.env ?? {},
      logDir: this.logDir,
    });
  }

  /** @param folder where this bridge keeps itself; another one is another machine with the same or no identity */
  async startBridge(folder = this.bridgeDir): Promise<Part> {
    // What can be found around this bridge are the simulators on this very machine.
    const around = {
      discovery: { ask: [`127.0.0.1:${this.routerPort}`], listenPort: 0 },
      scan: { subnets: ["127.0.0.0/29"], ports: [this.routerPort] },
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), JSON.stringify(around));
    const bridge = await startPart({
      name: folder === this.bridgeDir ? "bridge" : "second-bridge",
      script: this.options.bridgeScript ?? "bridge/main.ts",
      arguments: ["run"],
      env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: this.main, ...this.options.clock?.env },
      logDir: this.logDir,
    });
    if (folder === this.bridgeDir) this.bridge = bridge;
    return bridge;
  }

  get bridgeDir(): string {
    return join(this.dir, "bridge");
  }

  private async enrolOnce(): Promise<void> {
    if (existsSync(join(this.bridgeDir, "identity.json"))) return;
    const code = await firstBridgeCode(this);
    const enrolment = await startPart({
      name: "enrolment",
      script: "bridge/main.ts",
      arguments: ["enrol", code],
      env: { BRIDGE_DIR: this.bridgeDir, MLANGO_ORIGIN: this.main, ...this.options.clock?.env },
      logDir: this.logDir,
    });
    await enrolment.stop();
  }

  /** Ends everything, last started first. */
  async stop(): Promise<void> {
    for (const part of [this.bridge, this.worker, this.simulators]) if (part?.running()) await part.stop();
    const { RECORD_QUEUE: record } = process.env;
    if (record) appendFileSync(record, readFileSync(join(this.logDir, "worker.log")));
  }
}

function siteVars(
  main: string,
  gatewayOrigin: string,
  secrets: SiteSecrets,
  { airtel }: Pick<SiteOptions, "airtel">,
): Record<string, string> {
  const { consumerKey, consumerSecret, shortCode, passkey } = secrets.platformApp;
  const { initiatorName, securityCredential } = operatorOf(secrets.platformApp);
  return {
    MAIN_ORIGIN: main,
    ROOT_SECRET: secrets.rootSecret,
    NAME_SECRET: secrets.nameSecret,
    MPESA_SANDBOX_URL: gatewayOrigin,
    AIRTEL_SANDBOX_URL: gatewayOrigin,
    KCB_SANDBOX_URL: gatewayOrigin,
    COOP_SANDBOX_URL: gatewayOrigin,
    EQUITY_SANDBOX_URL: gatewayOrigin,
    AFRICASTALKING_URL: gatewayOrigin,
    TALKSASA_URL: gatewayOrigin,
    PLATFORM_PAYBILL: shortCode,
    PLATFORM_NOMINATED_NUMBER: "254712345678",
    MAIL_URL: `${gatewayOrigin}/mail`,
    MAIL_TOKEN: secrets.mailToken,
    MAIL_FROM: "Mlango <no-reply@mlango.example>",
    PLATFORM_MPESA_ENVIRONMENT: "sandbox",
    PLATFORM_MPESA_CONSUMER_KEY: consumerKey,
    PLATFORM_MPESA_CONSUMER_SECRET: consumerSecret,
    PLATFORM_MPESA_SHORT_CODE: shortCode,
    PLATFORM_MPESA_PASSKEY: passkey,
    PLATFORM_MPESA_INITIATOR_NAME: initiatorName,
    PLATFORM_MPESA_SECURITY_CREDENTIAL: securityCredential,
    ...(airtel ? airtelVars(secrets.airtelApp) : {}),
  };
}

function airtelVars(app: SiteSecrets["airtelApp"]): Record<string, string> {
  return {
    PLATFORM_AIRTEL_ENVIRONMENT: "sandbox",
    PLATFORM_AIRTEL_CLIENT_ID: app.clientId,
    PLATFORM_AIRTEL_CLIENT_SECRET: app.clientSecret,
    PLATFORM_AIRTEL_MERCHANT_CODE: app.merchantCode,
    PLATFORM_AIRTEL_CALLBACK_KEY: app.callbackKey,
  };
}
