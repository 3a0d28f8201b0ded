import type { Browser, BrowserContext, Page } from "playwright-core";
import { ask } from "./ask.ts";
import { openHeaded, openPage, type PageOptions, type PageWatch } from "./browser.ts";
import type { Site } from "./site.ts";

export type OperatorOptions = Omit<PageOptions, "origin"> & { signedIn?: boolean };

/** Whoever signed in once stays signed in for the other tests of the file: attempts are limited. */
const sessions = new Map<string, Promise<string>>();

/** The cookie of the super admin on the main domain, `name=value`. */
export function operatorCookie(site: Site): Promise<string> {
  const known = sessions.get(site.main) ?? signInOperator(site);
  sessions.set(site.main, known);
  return known;
}

/** A session of its own. @param code of the second factor, where it is on */
export async function signInOperator(site: Site, code?: string): Promise<string> {
  const { username, password } = site.seeded.operator;
  const json = { username, password, ...(code ? { code } : {}) };
  const answer = await ask(site.main, "/api/superadmin/login", { json });
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.text}`);
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

/** The super admin in front of a browser on the main domain, signed in unless told otherwise. */
export class ConsoleOperator {
  readonly site: Site;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  readonly requests: string[];
  readonly origin: string;
  private readonly watch: PageWatch;

  private constructor(site: Site, watch: PageWatch) {
    this.site = site;
    this.page = watch.page;
    this.context = watch.context;
    this.faults = watch.faults;
    this.requests = watch.requests;
    this.watch = watch;
    this.origin = site.main;
  }

  static async come(site: Site, browser: Browser, options: OperatorOptions = {}): Promise<ConsoleOperator> {
    const { signedIn = true, ...page } = options;
    const watch = await openPage(browser, { width: 1280, height: 800, ...page, origin: site.main });
    const operator = new ConsoleOperator(site, watch);
    if (signedIn) await operator.takeSession();
    return operator;
  }

  /** The cookie of a session, without the log-in page. */
  async takeSession(cookie = operatorCookie(this.site)): Promise<void> {
    const [name = "", ...value] = (await cookie).split("=");
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

  /** A page of the console, with its heading there. @param path "/superadmin/providers", with its query */
  async open(path: string): Promise<void> {
    await openHeaded(this.watch, `${this.origin}${path}`);
  }

  /** Types what the log-in page asks for and sends it. */
  async logIn(
    credentials: { username: string; password: string } = this.site.seeded.operator,
  ): Promise<void> {
    await this.page.getByLabel("Username").fill(credentials.username);
    await this.page.getByLabel("Password", { exact: true }).fill(credentials.password);
    await this.page.getByRole("button", { name: "Sign In" }).click();
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
