import { type Endpoint, none } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { signInOperator } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import { newVisitor } from "../support/site/new-visitor.ts";
import type { Site, SiteOptions } from "../support/site/site.ts";
import { until, Visitors } from "../support/site/visitor.ts";
import type { RecordedCall, RecordedSite } from "./fixtures.ts";

/**
 * The site whose folder is kept. A prompt waits for its answer, and a minute is two seconds. Sessions are of one host and port: it is always
 * this one, below those that `freePort` gives.
 */
export const siteOptions = {
  ports: { worker: 11_871 },
  cronMs: 2_000,
  gateway: { auto: "none", rule17: false },
  billing: true,
  ads: true,
} as const satisfies Partial<SiteOptions>;

/**
 * What has happened at the site when it is kept: a purchase that is served, a voucher that is used, one whose prompt rings, one that is
 * paid and whose router is away; an owner who is signed in, and an e-mail confirmation and an invitation whose links are unopened.
 */
export async function playStory(site: Site): Promise<RecordedSite> {
  const visitors = new Visitors(site);
  const [served, prompted, paid, voucher] = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
  const plan = site.seeded.demo.plans[0]?.id ?? "";
  const home = await ask(site.origin, `/?mac=${served.mac}&routerId=${visitors.routerId}`);
  const owner = await signIn(site, site.seeded.demo);
  const operator = await signInOperator(site);

  const first = await visitors.initiate(served.mac, plan, served.phone);
  await visitors.answerPrompt((await visitors.openPrompt(served.phone)).id, "paid");
  await visitors.untilOnline(first.transactionId);
  const used = await visitors.redeem(voucher.mac, site.stock.demoVouchers[0] ?? "");
  await visitors.untilOnline(used.transactionId ?? "");

  const asOwner = async (path: string, json: unknown) => {
    const { status, text } = await ask(site.origin, path, {
      method: "POST",
      json,
      headers: { cookie: owner },
    });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  await asOwner("/api/admin/email/confirmation", {});
  const invited: { address: string } = await asOwner("/api/admin/people/invitations", {
    name: "Wanjiku Kamau",
    role: "cashier",
  });

  await visitors.router({ reachable: false });
  const second = await visitors.initiate(paid.mac, plan, paid.phone);
  await visitors.answerPrompt((await visitors.openPrompt(paid.phone)).id, "paid");
  await visitors.untilStatus(second.transactionId, ({ status }) => status === "completed");
  const third = await visitors.initiate(prompted.mac, plan, prompted.phone);
  await visitors.openPrompt(prompted.phone);

  return {
    at: Date.now(),
    cookies: { owner, operator, visitor: cookieOf(home.headers["set-cookie"]) },
    links: {
      confirmation: await linkTo(site, "amina@demo.example"),
      invitation: withinSite(invited.address),
    },
    purchases: {
      served: first.transactionId,
      paid: second.transactionId,
      prompted: { id: third.transactionId, phone: prompted.phone },
    },
    devices: { served: served.mac, paid: paid.mac, prompted: prompted.mac, voucher: voucher.mac },
    calls: await readCalls(site, { owner, operator }),
  };
}

/** Every answer that needs no more than a session. */
async function readCalls(site: Site, cookies: { owner: string; operator: string }): Promise<RecordedCall[]> {
  const callers: [RecordedCall["caller"], (endpoint: Endpoint) => boolean][] = [
    ["owner", ({ audience, roles }) => audience.includes("provider") && roles.includes("owner")],
    ["operator", ({ audience }) => audience.includes("platform") && !audience.includes("provider")],
  ];
  const calls: RecordedCall[] = [];
  for (const [caller, isTheirs] of callers)
    for (const endpoint of endpoints.filter(isTheirs)) {
      const { method, kind, params, path } = endpoint;
      if (method !== "GET" || kind !== "json" || params !== none) continue;
      const { status, text } = await askAs(site, caller, path, cookies);
      if (status === 200) calls.push({ caller, path, body: JSON.parse(text) });
    }
  return calls;
}

export function askAs(
  site: Site,
  caller: RecordedCall["caller"],
  path: string,
  cookies: { owner: string; operator: string },
) {
  const [origin, cookie] =
    caller === "operator" ? [site.main, cookies.operator] : [site.origin, cookies.owner];
  return ask(origin, path, { headers: { cookie } });
}

const cookieOf = (given: string | string[] | undefined): string =>
  [given ?? []]
    .flat()
    .map((one) => one.split(";")[0])
    .join("; ");

type Letter = { to: string; text: string };

/** The first link in the newest letter to this address, without its host. */
async function linkTo(site: Site, address: string): Promise<string> {
  const letter = await until(
    `a letter to ${address}`,
    async () => {
      const letters = await control<Letter[]>(site, "/control/mail");
      return letters.find(({ to }) => to.includes(address));
    },
    (found) => found !== undefined,
  );
  return withinSite(/https?:\/\/\S+/.exec(letter?.text ?? "")?.[0] ?? "");
}

function withinSite(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return `${pathname}${search}${hash}`;
}
