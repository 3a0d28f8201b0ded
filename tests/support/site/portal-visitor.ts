import type { Browser, BrowserContext, Page } from "playwright-core";
import { openPage, type PageOptions, type PageWatch } from "./browser.ts";
import type { Site } from "./site.ts";
import { type Prompt, Visitors } from "./visitor.ts";

export type Device = { mac: string | null; phone: string };

/** Somebody with a phone in front of the demo provider's portal: what a hand does there, step by step. */
export class PortalVisitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  readonly requests: string[];
  readonly device: Device;
  private readonly visitors: Visitors;

  private constructor(watch: PageWatch, device: Device, visitors: Visitors) {
    this.page = watch.page;
    this.context = watch.context;
    this.faults = watch.faults;
    this.requests = watch.requests;
    this.device = device;
    this.visitors = visitors;
  }

  static async come(
    site: Site,
    browser: Browser,
    device: Device,
    options: Omit<PageOptions, "origin"> = {},
  ): Promise<PortalVisitor> {
    const watch = await openPage(browser, { origin: site.origin, ...options });
    return new PortalVisitor(watch, device, new Visitors(site));
  }

  /** Where the router's login page sends this device. */
  address(path = "/", query: Record<string, string> = {}): string {
    const { mac } = this.device;
    const place = { ...(mac ? { mac } : {}), routerId: this.visitors.routerId, ...query };
    return `${this.visitors.site.origin}${path}?${new URLSearchParams(place)}`;
  }

  async goHome(query?: Record<string, string>): Promise<void> {
    await this.page.goto(this.address("/", query));
  }

  /** Past the advertisements, if there are any, to the plans. */
  async seePlans(query?: Record<string, string>): Promise<void> {
    await this.goHome(query);
    if ((await this.page.locator("#ads").count()) > 0) await this.skipAds();
    await this.page.locator(".plan").first().waitFor();
  }

  async skipAds(): Promise<void> {
    await this.page.locator(".ad-buttons .button-second").click();
    await this.page.locator("#ads").waitFor({ state: "detached" });
  }

  /** The next advertisement, or the plans. */
  async nextAd(): Promise<void> {
    await this.page.locator(".ad-buttons .button-main").click();
  }

  /** The second plan, of three hours for KES 20, unless another one is named. */
  async choose(plan?: string): Promise<void> {
    const plans = this.page.locator(".plan");
    const card = plan === undefined ? plans.nth(1) : plans.filter({ hasText: plan });
    await card.locator(".button-plan").click();
    await this.page.locator("#phone").waitFor();
  }

  /** Types the number and asks for the prompt. */
  async sendPhone(phone = `0${this.device.phone.slice(3)}`): Promise<void> {
    await this.page.locator("#phone").fill(phone);
    await this.page.locator("form[action='/buy'] button[type=submit]").click();
  }

  /** From the plans to the page that waits for the PIN. */
  async pay(plan?: string): Promise<Prompt> {
    await this.choose(plan);
    await this.sendPhone();
    const prompt = await this.visitors.openPrompt(this.device.phone);
    await this.page.waitForURL(/\/pay\//);
    return prompt;
  }

  async openVoucher(): Promise<void> {
    await this.page.locator(".voucher-row a, .voucher-row button").first().click();
    await this.page.locator("#code").waitFor();
  }

  async sendVoucher(code: string): Promise<void> {
    await this.page.locator("#code").fill(code);
    await this.page.locator("form[action='/redeem'] button[type=submit]").click();
  }

  /** What the payer does with the open prompt on the phone: paid, cancelled, wrong-pin, insufficient, unreachable. */
  async answer(outcome: string): Promise<void> {
    const { id } = await this.visitors.openPrompt(this.device.phone);
    await this.visitors.answerPrompt(id, outcome);
  }

  /** So much comes from the internet to this device, as its router counts it. */
  async download(bytes: number): Promise<void> {
    await this.visitors.router({ traffic: { mac: this.device.mac, bytesOut: String(bytes) } });
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
