import { beforeAll, describe, expect, test } from "vitest";
import { hopAddress, voucherPath } from "#contract/values/voucher-link";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { formFields, visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let gate: string;
let code: string;

beforeAll(async () => {
  seeded = await seedBoth();
  gate = seeded.demo.routers[0]?.id ?? "";
  const order = { planId: seeded.demo.plans[0]?.id ?? "", quantity: 1 };
  code = (await generateVouchers(testContext(), seeded.demo.id, order, null))[0]?.code ?? "";
});

const link = () => `http://${hostOf("demo")}${voucherPath(code)}`;
/** Where the router's login page sends a device, with what it was on its way to. */
const login = (more: Record<string, string>, mac: string | null = newMac()) =>
  visit(`/?${new URLSearchParams({ routerId: gate, ...(mac ? { mac } : {}), ...more })}`);

describe("the QR code of a voucher", () => {
  test("scanned by a phone that the portal does not know yet, says which WiFi to join and leads to its router", async () => {
    const seen = await visit(voucherPath(code));
    expect(seen.status).toBe(200);
    expect(seen.text).toContain("Join the WiFi first");
    expect(seen.text).toContain("Connect this phone to the WiFi of Demo WiFi.");
    expect(seen.text).toContain(code);
    expect(seen.html).toContain(`href="${hopAddress(code).replaceAll("&", "&amp;")}"`);
    expect(formFields(seen, "/redeem")).toBeNull();
  });

  test("asks for an address that no browser turns into https", () => {
    const { protocol, hostname } = new URL(hopAddress(code));
    expect(protocol).toBe("http:");
    expect(hostname).toMatch(/^198\.1[89]\.\d+\.\d+$/);
  });

  test("opened with the device's address is the form with the code in it", async () => {
    const place = { mac: newMac(), routerId: gate };
    const seen = await visit(`${voucherPath(code)}&${new URLSearchParams(place)}`);
    expect(formFields(seen, "/redeem")).toEqual({ ...place, voucherCode: code });
    expect(seen.text).not.toContain("Join the WiFi first");
  });

  test("takes a code as people write it, and fills in nothing that cannot be one", async () => {
    const place = new URLSearchParams({ mac: newMac(), routerId: gate });
    const typed = code.toLowerCase().replace("-", " ");
    const seen = await visit(`/buy?tab=voucher&code=${encodeURIComponent(typed)}&${place}`);
    expect(formFields(seen, "/redeem")?.voucherCode).toBe(code);
    for (const wrong of [
      "",
      "ABC",
      "<script>alert(1)</script>",
      '"><img src=x>',
      "ABCDE-1234!",
      "x".repeat(5_000),
    ]) {
      const other = await visit(`/buy?tab=voucher&code=${encodeURIComponent(wrong)}&${place}`);
      expect([wrong, formFields(other, "/redeem")?.voucherCode]).toEqual([wrong, ""]);
    }
  });

  test("reads in Kiswahili where the phone does", async () => {
    const seen = await visit(`${voucherPath(code)}&lang=sw`);
    expect(seen.text).toContain("Jiunge na WiFi kwanza");
  });
});

describe("the router's login page", () => {
  test.each(["dst", "link-orig"])(
    "brings a phone on its way to a voucher to the form, by %s",
    async (name) => {
      for (const original of [hopAddress(code), link(), link().replace("http:", "https:")]) {
        const mac = newMac();
        const sent = await login({ [name]: original }, mac);
        expect([original, sent.status]).toEqual([original, 303]);
        expect(sent.location).toBe(`${voucherPath(code)}&mac=${mac}&routerId=${gate}`);
        const form = await visit(sent.location ?? "");
        expect(formFields(form, "/redeem")).toEqual({ mac, routerId: gate, voucherCode: code });
      }
    },
  );

  test("and one tap more goes online", async () => {
    const { location } = await login({ dst: hopAddress(code) });
    const form = formFields(await visit(location ?? ""), "/redeem") ?? {};
    const redeemed = await visit("/redeem", { form });
    expect(redeemed.status).toBe(303);
    expect(redeemed.location).toMatch(/^\/pay\/[0-9a-f]+\?mac=/);
    const again = await visit("/redeem", { form: { ...form, mac: newMac() } });
    expect(again.text).toContain("This voucher has already been used.");
  });

  test("that does not name the device leads to the page that says which WiFi, and to no second hop", async () => {
    const sent = await login({ dst: hopAddress(code) }, null);
    expect(sent.location).toBe(`${voucherPath(code)}&routerId=${gate}`);
    expect((await visit(sent.location ?? "")).text).toContain("Join the WiFi first");
  });

  test("carries language and look on", async () => {
    const sent = await login({ dst: hopAddress(code), lang: "sw", theme: "dark" });
    expect(sent.location).toMatch(/&lang=sw&theme=dark$/);
  });

  test("with anything else as its origin shows the plans, sends nobody anywhere, and changes nothing", async () => {
    const before = await databaseChecksum();
    const host = hostOf("demo");
    const hostile = [
      "",
      "$(link-orig-esc)",
      "not an address",
      "http://connectivitycheck.gstatic.com/generate_204",
      `https://evil.example${voucherPath(code)}`,
      `//evil.example${voucherPath(code)}`,
      `http://${host}.evil.example${voucherPath(code)}`,
      `http://evil.example@198.18.0.1${voucherPath(code)}`,
      `http://198.18.0.1@evil.example${voucherPath(code)}`,
      `http://198.18.0.1:8080${voucherPath(code)}`,
      `https://198.18.0.1${voucherPath(code)}`,
      `http://198.18.0.2${voucherPath(code)}`,
      `http://${hostOf("savanna")}${voucherPath(code)}`,
      `http://user:pass@${host}${voucherPath(code)}`,
      `http://${host}:81${voucherPath(code)}`,
      `http://${host}/buy/..//evil.example?tab=voucher&code=${code}`,
      `http://${host}//evil.example/buy?tab=voucher&code=${code}`,
      `http://${host}/redeem?tab=voucher&code=${code}`,
      `http://${host}/buy?tab=mpesa&code=${code}`,
      `http://${host}/buy?tab=voucher`,
      `http://${host}/buy?tab=voucher&code=https://evil.example`,
      `http://${host}/buy?tab=voucher&code=${encodeURIComponent("ABCDE-12345\r\nset-cookie: x=1")}`,
      `javascript:location='https://evil.example'//${voucherPath(code)}`,
      `data:text/html,${voucherPath(code)}`,
      hopAddress(code) + "x".repeat(5_000),
    ];
    for (const dst of hostile) {
      const seen = await login({ dst, "link-orig": dst });
      expect([dst, seen.status, seen.location]).toEqual([dst, 200, null]);
      expect(seen.html).not.toContain("evil.example");
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("never leads away from this host, whatever stands beside the code", async () => {
    const dst = `${hopAddress(code)}&mac=00:11:22:33:44:55&next=https://evil.example#//evil.example`;
    const mac = newMac();
    const { location } = await login({ dst }, mac);
    expect(location).toBe(`${voucherPath(code)}&mac=${mac}&routerId=${gate}`);
  });
});
