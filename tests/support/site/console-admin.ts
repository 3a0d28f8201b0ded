import type { Browser, BrowserContext, Page } from "playwright-core";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { openHeaded, openPage, type PageOptions, type PageWatch } from "./browser.ts";
import { originOf, signIn } from "./console.ts";
import type { Site } from "./site.ts";

export type AdminOptions = Omit<PageOptions, "origin"> & {
  /** The demonstration's unless told. */
  provider?: SeededProvider;
  /** The main domain instead of the provider's own host. */
  onMain?: boolean;
  signedIn?: boolean;
};

/** Whoever signed in once stays signed in for the other tests of the file: attempts are limited. */
const sessions = new Map<string, Promise<string>>();

/** A provider's admin in front of a browser, signed in unless told otherwise. */
export class ConsoleAdmin {
  readonly site: Site;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  readonly requests: string[];
  readonly provider: SeededProvider;
  readonly origin: string;
  private readonly watch: PageWatch;

  private constructor(site: Site, watch: PageWatch, provider: SeededProvider, origin: string) {
    this.site = site;
    this.page = watch.page;
    this.context = watch.context;
    this.faults = watch.faults;
    this.requests = watch.requests;
    this.watch = watch;
    this.provider = provider;
    this.origin = origin;
  }

  static async come(site: Site, browser: Browser, options: AdminOptions = {}): Promise<ConsoleAdmin> {
    const { provider = site.seeded.demo, onMain = false, signedIn = true, ...page } = options;
    const origin = onMain ? site.main : originOf(site, provider);
    const watch = await openPage(browser, { width: 1280, height: 800, ...page, origin });
    const admin = new ConsoleAdmin(site, watch, provider, origin);
    if (signedIn) await admin.takeSession();
    return admin;
  }

  /** The cookie of a session on this host, without the log-in page. @param own another one than the file's */
  async takeSession(own?: Promise<string>): Promise<void> {
    const key = `${this.origin} ${this.provider.id}`;
    const known = own ?? sessions.get(key) ?? signIn(this.site, this.provider, this.origin);
    if (!own) sessions.set(key, known);
    const [name = "", ...value] = (await known).split("=");
    await this.context.addCookies([
      {
        name,
        value: value.join("="),
        domain: new URL(this.origin).hostname,
        path: "/",
        secure: true,
        httpOnly: true,
        sameSite: "Lax",
      },
    ]);
  }

  /** A page of the console, with its heading there. @param path "/admin/plans", with its query */
  async open(path: string): Promise<void> {
    await openHeaded(this.watch, `${this.origin}${path}`);
  }

  /** Types what the log-in page asks for and sends it. */
  async logIn(credentials: { username: string; password: string } = this.provider.admin): Promise<void> {
    await this.page.getByLabel("Username").fill(credentials.username);
    await this.page.getByLabel("Password", { exact: true }).fill(credentials.password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
