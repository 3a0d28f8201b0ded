import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { Said, says } from "./said.ts";
import { languages } from "./texts.ts";
import { parseEmail } from "./values/email.ts";
import { parseIpv4 } from "./values/ipv4.ts";
import { lineBlockings, lineChoices } from "./values/line-choices.ts";
import { parseMac } from "./values/mac.ts";

// Homes and offices: packages, customers and their lines. All amounts are KES.

/** The least that a prompt is for, in KES: below it is not worth its ring. */
export const leastPaid = 10;

const period = z.union([
  z.strictObject({
    days: z.int(says("line_period")).min(1, says("line_period")).max(366, says("line_period")),
  }),
  z.strictObject({
    months: z.int(says("line_period")).min(1, says("line_period")).max(12, says("line_period")),
  }),
]);
const fairUse = says("package_fair_use");
const mbps = z.number(says("line_speed")).min(0.064, says("line_speed")).max(10_000, says("line_speed"));

export const Package = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  period,
  uploadMbps: z.number(),
  downloadMbps: z.number(),
  /** How long a line stays on after its end; taken off the next period that is paid. */
  graceDays: z.int(),
  /** KES from which a rest buys whole days of a line that ended; null = whole periods alone. */
  daysFrom: z.number().nullable(),
  /** From so many GB of a period on a line runs at `fairUseMbps`, up and down, until the next one; both null = it does not slow down. */
  fairUseGB: z.number().nullable(),
  fairUseMbps: z.number().nullable(),
  /** Customers may change to it themselves, on their own page. */
  isOffered: z.boolean(),
  /** How many lines have it now. */
  lines: z.int(),
});
export type Package = z.infer<typeof Package>;

export const PackageInput = z.strictObject({
  name: oneLine(
    z.string(says("package_name")).trim().min(1, says("package_name")).max(60, says("package_name")),
    "field_name",
  ),
  price: z.number(says("package_price")).min(1, says("package_price")).max(250_000, says("package_price")),
  period,
  uploadMbps: mbps,
  downloadMbps: mbps,
  graceDays: z
    .int(says("package_grace"))
    .min(0, says("package_grace"))
    .max(31, says("package_grace"))
    .default(0),
  daysFrom: z
    .number(says("package_days_from"))
    .min(leastPaid, says("package_days_from"))
    .nullable()
    .default(null),
  fairUseGB: z.number(fairUse).min(0.001, fairUse).max(100_000, fairUse).nullable().default(null),
  fairUseMbps: z.number(fairUse).min(0.064, fairUse).max(10_000, fairUse).nullable().default(null),
  isOffered: z.boolean().default(true),
});
export type PackageInput = z.infer<typeof PackageInput>;

/**
 * `unpaid`: nothing was paid yet. `open`: paid. `grace`: its time is over, and it is still on. `blocked`: by its end. `held`: blocked by hand.
 * `paused`: its time stands still. `closed`: given up.
 */
export const LineStanding = z.enum(["unpaid", "open", "grace", "blocked", "held", "paused", "closed"]);
export type LineStanding = z.infer<typeof LineStanding>;

export const Line = z.object({
  id: z.string(),
  customer: z.object({
    id: z.string(),
    /** Eight digits. */
    number: z.string(),
    name: z.string(),
    /** "254712345678" */
    phoneNumber: z.string(),
    /** Never proven; "" = none. */
    email: z.string(),
    /** Paid and not used yet. */
    balance: z.number(),
  }),
  router: z.object({ id: z.string(), name: z.string() }),
  packageName: z.string(),
  price: z.number(),
  period,
  /** What its package says of fair use, and since when the line is slower by it; null = it never slows down. */
  fairUse: z.object({ afterGB: z.number(), mbps: z.number(), slowedSince: Moment.nullable() }).nullable(),
  /** The PPPoE name; of a fixed device its MAC address. */
  login: z.string(),
  /** Where a fixed device is, and the address that stays its own; null = the line is a PPPoE name. */
  device: z.object({ network: z.string(), address: z.string() }).nullable(),
  standing: LineStanding,
  paidUntil: Moment.nullable(),
  /** Blocked from then on: the end with days of grace, within the hours for it. Null = never by itself. */
  blocksAt: Moment.nullable(),
  /** Now: blocked by hand; never: not by itself. */
  blocking: z.enum(lineBlockings),
  /** The package that it has from its next payment on; null = the same. `from`: paid already, and begins then. */
  next: z.object({ packageName: z.string(), from: Moment.nullable() }).nullable(),
  /** It was its router's own before, and can be again. */
  isAdopted: z.boolean(),
  /** What its router was last made to do; null = it has not been reached yet. */
  applied: z.enum(["open", "blocked", "closed"]).nullable(),
  /** Why its router cannot be made to do what it should, where something is in the way there; null = nothing is. */
  hindrance: Said.nullable(),
  /** Null = it is not dialled in; a fixed device is not there. */
  dialled: z.object({ since: Moment, address: z.string(), callerId: z.string() }).nullable(),
  /** Where its customer pays, from anywhere. */
  payLink: z.string(),
});
export type Line = z.infer<typeof Line>;

export const listPackages = endpoint({
  name: "listPackages",
  summary: "Packages that lines can have, with how many lines have each",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  scope: "read:lines",
  method: "GET",
  path: "/api/admin/packages",
  answer: z.array(Package),
});

const PackageSaved = z.object({ success: z.literal(true), message: Said, package: Package });

export const addPackage = endpoint({
  name: "addPackage",
  summary: "A new package for lines",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/packages",
  body: PackageInput,
  answer: PackageSaved,
  hasSuccess: true,
  idempotent: true,
});

const packageParams = z.object({ id: z.string().max(100) });

export const savePackage = endpoint({
  name: "savePackage",
  summary:
    "Change a package for lines that are made from now on, and for those that have it from their next payment on",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/packages/:id",
  params: packageParams,
  body: PackageInput.extend({
    /** Lines that have it keep what they have until they are paid next, and have this then. False: they keep it for good. */
    alsoLines: z.boolean(),
  }),
  answer: PackageSaved,
  hasSuccess: true,
});

export const archivePackage = endpoint({
  name: "archivePackage",
  summary: "No further line can have this package; those that have it keep it",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/packages/:id",
  params: packageParams,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const listLines = endpoint({
  name: "listLines",
  summary: "Lines of homes and offices with who has them and how they stand; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  scope: "read:lines",
  method: "GET",
  path: "/api/admin/lines",
  query: z.object({
    /** Part of a name, a number, a phone, a PPPoE name, or a device's MAC or address. */
    q: z.string().max(100).optional(),
    show: z.enum(lineChoices).optional(),
    page: z.coerce.number().int().min(1).max(1_000).optional(),
  }),
  answer: z.array(Line),
});
/** What lines are now, and what the rest of the month brings. Money in KES. */
export const LineFigures = z.object({
  /** Those that are not given up. */
  lines: z.int(),
  /** Paid, in their days of grace, or never blocked by themselves. */
  on: z.int(),
  /** Their time is over. */
  overdue: z.int(),
  paused: z.int(),
  /** Given up since the first of this month. */
  left: z.int(),
  /**
   * What periods that begin before this month ends cost, less what is in their customers' accounts. Lines that are paused or blocked by hand
   * are not counted, nor those whose time was over a month ago.
   */
  expected: z.number(),
});
export type LineFigures = z.infer<typeof LineFigures>;

export const lineFigures = endpoint({
  name: "lineFigures",
  summary: "How many lines are on, overdue and left, and what they are to bring until the end of the month",
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:reports",
  method: "GET",
  path: "/api/admin/line-figures",
  answer: LineFigures,
});

/** A page of them. */
export const linesPerPage = 50;

export const linePassword = z
  .string(says("line_password"))
  .regex(/^[\x21-\x7e]{6,60}$/, says("line_password"));

/** In any spelling. */
export const deviceMac = z
  .string(says("own_device_mac"))
  .transform((text) => parseMac(text) ?? "")
  .refine((mac) => mac !== "", says("own_device_mac"));

/** "": none. Receipts and reminders go there, too. */
export const customerEmail = z
  .string(says("email_invalid"))
  .max(300, says("email_invalid"))
  .refine((typed) => typed.trim() === "" || parseEmail(typed) !== undefined, says("email_invalid"))
  .meta({ format: "email" })
  .transform((typed) => parseEmail(typed) ?? "");

export const AddLine = z.strictObject({
  /** Absent: for a new customer, who is `customer`. */
  customerId: z.string().max(64).optional(),
  customer: z
    .strictObject({
      name: oneLine(
        z.string(says("customer_name")).trim().min(1, says("customer_name")).max(80, says("customer_name")),
        "field_name",
      ),
      phoneNumber: z.string(says("phone_invalid")).max(40, says("phone_invalid")),
      email: customerEmail.optional(),
      language: z.enum(languages).optional(),
    })
    .optional(),
  routerId: z.string(says("choose_router")).min(1, says("choose_router")).max(100),
  packageId: z.string(says("choose_package")).min(1, says("choose_package")).max(100),
  /** What RouterOS and every CPE take without quotes. Absent, with its password: for a fixed device. */
  login: z
    .string(says("line_login"))
    .trim()
    .regex(/^[A-Za-z0-9._@-]{1,60}$/, says("line_login"))
    .optional(),
  password: linePassword.optional(),
  /** A fixed device in one of the router's networks, in place of a PPPoE name. */
  device: z
    .strictObject({
      mac: deviceMac,
      /** The interface's name, as `readNetworks` says it. */
      network: z
        .string(says("choose_network"))
        .min(1, says("choose_network"))
        .max(100, says("choose_network")),
      /** Absent: the one that it has there, else one that is free. */
      address: z
        .string(says("fixed_address"))
        .trim()
        .refine((text) => parseIpv4(text) !== undefined, says("fixed_address"))
        .optional(),
      /** The first device of a network closes it: an owner has read what that means, and says yes. */
      closes: z.boolean().optional(),
    })
    .optional(),
});
export type AddLine = z.infer<typeof AddLine>;

export const addLine = endpoint({
  name: "addLine",
  summary:
    "A line for a customer, new or known: its PPPoE name or its device is made on the router, blocked until it is paid",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/lines",
  body: AddLine,
  answer: z.object({ success: z.literal(true), message: Said, line: Line }),
  hasSuccess: true,
  idempotent: true,
});

// The customer's own page, by a signed link: it shows how things stand and takes money, from any network.

const link = z.object({ link: z.string().max(80) });

export const customerPage = endpoint({
  name: "customerPage",
  summary: "A customer's own page: until when each line is paid, what is left, and how to pay",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/my/:link",
  params: link,
  query: z.looseObject({}),
  answer: z.string(),
});

export const blockedLinePage = endpoint({
  name: "blockedLinePage",
  summary:
    "How a blocked line is paid, for whoever has no link at hand: it asks for nothing, and shows nobody's",
  audience: ["visitor"],
  kind: "html",
  method: "GET",
  path: "/my",
  query: z.looseObject({}),
  answer: z.string(),
});

export const payCustomerAccount = endpoint({
  name: "payCustomerAccount",
  summary: "Sends the prompt for an amount to a phone; what arrives goes into the customer's account",
  audience: ["visitor"],
  kind: "form",
  method: "POST",
  path: "/my/:link/pay",
  params: link,
  body: z.looseObject({}),
  answer: z.string(),
});
