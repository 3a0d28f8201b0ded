import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Line, Package } from "#contract/lines";
import { TestClient } from "../simulators/routeros/test-client.ts";
import { signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { control } from "../support/site/control.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A provider moves in with a router of sixty names on a phone of 360 x 640: what is brought in, what is left and why, that nobody is cut
// off, and all of it handed back.

const { site, visitors } = testSite();
const browser = testBrowser();
const pictures = process.env.ADOPTION_PICTURES;
let owner: Session = { origin: "", cookie: "" };

const made = (table: "secrets" | "pppProfiles", values: Record<string, string>) =>
  visitors().router({
    made: { table, values: table === "secrets" ? { service: "any", ...values } : values },
  });
const people = Array.from({ length: 55 }, (_, n) => ({
  name: `home${n}`,
  comment: n % 5 === 0 ? "" : `Family ${n} 07221${String(10_000 + n)}`,
}));

beforeAll(async () => {
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  for (const [name, downloadMbps, price] of [
    ["Home 10", 10, 1_500] as const,
    ["Home 20", 20, 2_500] as const,
  ])
    await tell<{ package: Package }>(owner, "POST", "/api/admin/packages", {
      name,
      price,
      period: { months: 1 },
      uploadMbps: downloadMbps / 2,
      downloadMbps,
    });
  const pool = { "local-address": "10.9.0.1", "remote-address": "10.9.0.7" };
  await made("pppProfiles", { name: "10M", "rate-limit": "5M/10M", ...pool });
  await made("pppProfiles", { name: "20M", "rate-limit": "10M/20M", ...pool });
  for (const [n, { name, comment }] of people.entries())
    await made("secrets", {
      name,
      password: `pw-${n}`,
      profile: n % 3 === 0 ? "20M" : "10M",
      ...(comment && { comment }),
    });
  // Two that differ in capitals alone, one that is switched off, one of a tunnel.
  for (const name of ["Clinic", "clinic"]) await made("secrets", { name, password: "pw", profile: "10M" });
  await made("secrets", { name: "moved-away", password: "pw", profile: "10M", disabled: "yes" });
  await made("secrets", { name: "office-tunnel", password: "pw", service: "l2tp" });
  await visitors().router({ dial: { name: "home1", service: "pppoe", ip: "10.9.0.7" } });
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
/** As they stand at the router. */
async function secretsThere(): Promise<Record<string, string>[]> {
  const { username, password } = site().secrets.router;
  const technician = await TestClient.loggedIn(site().routerPort, username, password);
  const rows = await technician.rows("/ppp/secret/print");
  technician.close();
  return rows;
}

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};

it("fifty-five of sixty names become lines by three taps, nobody is cut off, and all go back as they were", async () => {
  const before = await secretsThere();
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  await admin.open("/admin/lines");
  let taps = 0;
  const tap = async (what: Locator) => {
    await what.click();
    taps += 1;
  };
  await tap(button(page, "Add a line").first());
  await tap(button(page, "Bring them in"));
  const window = page.getByRole("dialog");
  await window.getByText(/^55 lines: KSh/).waitFor();
  await expectFits(page);
  await picture(page, "chosen");
  expect(await window.getByText("Two names there differ in nothing but capital letters").count()).toBe(2);
  await window
    .getByText(/no phone · Home 20/)
    .first()
    .waitFor();
  await tap(button(page, "Bring in 55 lines"));
  await page.getByText(/^55 lines are brought in from/).waitFor();
  expect(taps).toBe(3);
  await expectFits(page);
  await picture(page, "brought-in");

  await until(
    "all are made at the router",
    () => tell<Line[]>(owner, "GET", "/api/admin/lines"),
    (lines) => lines.length === 50 && lines.every(({ applied }) => applied === "open"),
    60_000,
  );
  const during = await secretsThere();
  expect(during.filter(({ profile }) => profile?.startsWith("mlango-l-"))).toHaveLength(55);
  expect(during.find(({ name }) => name === "home1")?.profile).toBe("mlango-l-5000k-10000k@10M");
  expect(during.filter(({ name }) => /clinic|moved|tunnel/i.test(name ?? ""))).toEqual(
    before.filter(({ name }) => /clinic|moved|tunnel/i.test(name ?? "")),
  );
  const dialled = await control<{ dialled: boolean; internet: boolean }>(
    site(),
    "/control/router/line?name=home1&portal=x",
  );
  expect(dialled).toMatchObject({ dialled: true, internet: true });

  await button(page, "Undo").click();
  await page.getByRole("dialog", { name: "Hand all back to the router?" }).waitFor();
  await button(page, "Hand back").click();
  await page.getByText("55 lines are the router's own again").first().waitFor();
  await expect.poll(secretsThere, { timeout: 60_000 }).toEqual(before);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
