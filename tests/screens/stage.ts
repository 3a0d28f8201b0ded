import type { Browser, Page } from "playwright-core";
import type { Stock } from "../support/site/console.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { type Device, PortalVisitor } from "../support/site/portal-visitor.ts";
import type { Site } from "../support/site/site.ts";
import { Visitors } from "../support/site/visitor.ts";
import { stockPlatform } from "./superadmin-stock.ts";

const guestCount = 6;

/** Where pictures are taken: a whole site, and a browser in front of it. */
export type Stage = {
  site: Site;
  browser: Browser;
  /** A visitor with a device and a number that nobody had before. */
  visitor(options?: { language?: string }): Promise<PortalVisitor>;
  /** A voucher that nobody has used yet. */
  voucher(): string;
  /** A provider's admin, signed in unless told otherwise; with `path`, at that page of the console. */
  admin(path?: string, options?: AdminOptions): Promise<ConsoleAdmin>;
  /** The super admin of a platform with some providers, signed in unless told otherwise; with `path`, at that page. */
  operator(path?: string, options?: OperatorOptions): Promise<ConsoleOperator>;
};

/** Somebody in front of a page: a visitor or an admin. */
export type Onlooker = { page: Page; faults: string[]; leave(): Promise<void> };

/** One picture, of a page that is brought to where it is worth one. */
export type Screen<Who extends Onlooker = Onlooker> = {
  /** Becomes the first part of the files' names. */
  name: string;
  /** It shows how a page looks before its rows have come. */
  isReading?: boolean;
  /** There is no such thing on wide screens. */
  onlyNarrow?: boolean;
  /** Its colours are those of another screen, which is taken in both themes. */
  onlyLight?: boolean;
  /** One picture instead of every size and both themes. */
  only?: { width: number; height?: number; theme: "light" | "dark" };
  /** Ends with everything on the page that shall be seen. */
  show(stage: Stage): Promise<Who>;
};

/** @param next a device and a number that nobody had before, on this site's WiFi */
export function stageOf(site: Site, browser: Browser, next: () => Device): Stage {
  const codes: Stock["demoVouchers"] = [...site.stock.demoVouchers];
  const voucher = () => {
    const code = codes.pop();
    if (!code) throw new Error("more vouchers than were made");
    return code;
  };
  let guests: Promise<unknown> | undefined;
  /** Every other one pays, the others have a voucher. */
  const bringGuests = async () => {
    const visitors = new Visitors(site);
    for (let place = 0; place < guestCount; place += 1) {
      const { mac, phone } = next();
      if (mac === null) throw new Error("a guest has a device");
      if (place % 2 === 0) {
        await visitors.untilOnline((await visitors.redeem(mac, voucher())).transactionId);
        continue;
      }
      const plan = site.seeded.demo.plans[place % site.seeded.demo.plans.length]?.id ?? "";
      const { transactionId } = await visitors.initiate(mac, plan, phone);
      await visitors.answerPrompt((await visitors.openPrompt(phone)).id, "paid");
      await visitors.untilOnline(transactionId);
    }
  };
  return {
    site,
    browser,
    visitor: (options = {}) => PortalVisitor.come(site, browser, next(), { height: 640, ...options }),
    voucher,
    async admin(path, options = {}) {
      // A console of a site where nobody is online shows little of what it is for.
      guests ??= bringGuests();
      await guests;
      const admin = await ConsoleAdmin.come(site, browser, { width: 360, height: 640, ...options });
      if (path !== undefined) await admin.open(path);
      return admin;
    },
    async operator(path, options = {}) {
      await stockPlatform(site);
      const operator = await ConsoleOperator.come(site, browser, { width: 360, height: 640, ...options });
      if (path !== undefined) await operator.open(path);
      return operator;
    },
  };
}
