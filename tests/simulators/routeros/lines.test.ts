import { afterEach, expect, test } from "vitest";
import type { TestClient } from "./test-client.ts";
import { hour, minute, startWithApi, stopTestRouters, type TestRouter } from "./test-router.ts";

afterEach(stopTestRouters);

const list = "/ip/firewall/address-list";
const filter = "/ip/firewall/filter";
const portal = "cafe.mlango.app";

const script = [
  ':local a [:tostr $"remote-address"];',
  ':foreach e in=[/ip firewall address-list find where comment~"^MLG;"] do={ :do {',
  ":local l [/ip firewall address-list get $e list];",
  ':if (($l = "mlango-blocked" || $l = "mlango-open")',
  "&& [:tostr [/ip firewall address-list get $e address]] = $a)",
  "do={ /ip firewall address-list remove $e } } on-error={} }",
].join(" ");

async function withLine(...profile: string[]): Promise<TestRouter & { api: TestClient }> {
  const router = await startWithApi();
  await router.api.talk([
    "/ppp/profile/add",
    ...["=name=home", "=remote-address=10.7.0.2", "=rate-limit=1M/2M", ...profile],
  ]);
  await router.api.talk(["/ppp/secret/add", "=name=njeri", "=service=pppoe", "=profile=home"]);
  return router;
}

const trap = async (api: TestClient, ...words: string[]): Promise<string> => {
  const [first] = await api.talk(words);
  return first?.find((word) => word.startsWith("=message="))?.slice("=message=".length) ?? "";
};

const dial = ({ router }: TestRouter, ip = "10.7.0.2") =>
  router.control({ dial: { name: "njeri", service: "pppoe", ip } }).status;

test("the log has who was refused, as the client called itself, the last 1,000 lines, until the router restarts", async () => {
  const { api, router, pass } = await withLine();
  const refused = (name: string) =>
    router.control({ dial: { name, password: "?", service: "pppoe", ip: "10.7.0.2" } }).status;
  expect([refused("njeri"), refused("<1>: user njeri authentication failed")]).toEqual([400, 400]);
  const errors = () => api.rows("/log/print", "?topics=pppoe,ppp,error");
  const texts = (await errors()).map(({ message = "" }) => message.replace(/^<[0-9a-f]+>/, "<n>"));
  expect(texts).toEqual([
    "<n>: user njeri authentication failed",
    "<n>: user <1>: user njeri authentication failed authentication failed",
  ]);
  expect((await errors())[0]?.time).toMatch(/^\d{2}:\d{2}:\d{2}$/);
  pass(24 * hour);
  expect((await errors())[0]?.time).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  for (let count = 0; count < 600; count += 1) refused("otieno");
  expect(await api.rows("/log/print")).toHaveLength(1_000);
  router.control({ reboot: true });
  pass(minute);
  expect(router.state.log).toEqual([]);
});

test("a row with a timeout counts down, is dynamic and goes by itself; twins are refused", async () => {
  const { api, pass } = await startWithApi();
  const row = ["=list=a", "=address=10.7.0.2"];
  await api.talk([`${list}/add`, ...row, "=timeout=10m", "=comment=x"]);
  expect(await trap(api, `${list}/add`, ...row)).toBe("failure: already have such entry");
  pass(4 * minute);
  expect(await api.rows(`${list}/print`)).toMatchObject([{ timeout: "6m", dynamic: "true", comment: "x" }]);
  const [found] = await api.rows(`${list}/print`);
  await api.talk([`${list}/set`, `=.id=${found?.[".id"]}`, "=timeout=10m"]);
  pass(9 * minute);
  expect(await api.rows(`${list}/print`)).toHaveLength(1);
  pass(minute);
  expect(await api.rows(`${list}/print`)).toEqual([]);
});

test("a name stands for an address that the router finds", async () => {
  const { api } = await startWithApi();
  await api.talk([`${list}/add`, "=list=p", `=address=${portal}`]);
  const [name, address] = await api.rows(`${list}/print`);
  expect(name).toMatchObject({ address: portal, dynamic: "false" });
  expect(address).toMatchObject({ list: "p", comment: portal, dynamic: "true" });
});

test("a dial keeps its profile's speed and list; nobody takes the row of its list away", async () => {
  const site = await withLine("=address-list=l");
  expect(dial(site)).toBe(200);
  const [row] = await site.api.rows(`${list}/print`);
  expect(row).toMatchObject({ list: "l", address: "10.7.0.2", dynamic: "true" });
  const words = [`${list}/remove`, `=.id=${row?.[".id"]}`];
  expect(await trap(site.api, ...words)).toBe("failure: can not change dynamic item");
  await site.api.talk(["/ppp/profile/set", "=.id=home", "=rate-limit=9M/9M", "=address-list=other"]);
  expect(site.router.line("njeri", portal)).toMatchObject({ dialled: true, rateLimit: "1M/2M" });
  expect(await site.api.rows(`${list}/print`)).toMatchObject([{ list: "l" }]);
  site.router.control({ hangUp: { name: "njeri" } });
  expect(await site.api.rows(`${list}/print`)).toEqual([]);
});

test("a profile without addresses lets in and gives none; only-one refuses a second dial; unknown scripts are refused", async () => {
  const site = await withLine("=only-one=yes");
  expect(dial(site)).toBe(200);
  expect(dial(site, "10.7.0.3")).toBe(400);
  await site.api.talk(["/ppp/secret/add", "=name=bare", "=service=pppoe"]);
  site.router.control({ dial: { name: "bare", service: "pppoe", ip: "10.7.0.9" } });
  expect(site.router.line("bare", portal)).toMatchObject({ dialled: true, address: null, internet: false });
  expect(await trap(site.api, "/ppp/profile/set", "=.id=home", "=on-up=/system reboot")).toMatch(
    /invalid value/,
  );
  expect(await trap(site.api, "/ppp/secret/set", "=.id=bare", "=profile=none")).toMatch(/does not match/);
});

test("both ends of a session run the script that takes our entries of its address away, and no others", async () => {
  const site = await withLine(`=on-up=${script}`, `=on-down=${script}`);
  const put = (name: string, comment: string, address = "10.7.0.2") =>
    site.api.talk([
      `${list}/add`,
      `=list=${name}`,
      `=address=${address}`,
      `=comment=${comment}`,
      "=timeout=1h",
    ]);
  const left = async () => (await site.api.rows(`${list}/print`)).map((row) => row.comment);
  await put("mlango-blocked", "MLG;1");
  await put("mlango-open", "by hand");
  await put("mlango-blocked", "MLG;2", "10.7.0.9");
  await put("mine", "MLG;3");
  dial(site);
  expect(await left()).toEqual(["by hand", "MLG;2", "MLG;3"]);
  await put("mlango-blocked", "MLG;1");
  const [session] = await site.api.rows("/ppp/active/print");
  await site.api.talk(["/ppp/active/remove", `=.id=${session?.[".id"]}`]);
  expect(await left()).toEqual(["by hand", "MLG;2", "MLG;3"]);
});

test("a reboot ends dials and rows with a timeout", async () => {
  const site = await withLine();
  dial(site);
  await site.api.talk([`${list}/add`, "=list=a", "=address=10.7.0.2", "=timeout=1h"]);
  await site.api.talk([`${list}/add`, "=list=b", "=address=10.7.0.2"]);
  site.router.control({ reboot: true });
  site.pass(hour / 60);
  expect(site.router.line("njeri", portal).dialled).toBe(false);
  expect(site.router.state.tables.addressLists.map(({ values }) => values.list)).toEqual(["b"]);
});

test("rules stand where they were put, and packets follow them in that order", async () => {
  const site = await withLine("=address-list=homes");
  dial(site);
  const line = () => site.router.line("njeri", portal);
  expect(line()).toMatchObject({ internet: true, portal: true, fastTracked: true });
  const [first] = await site.api.rows(`${filter}/print`);
  const rule = ["=chain=forward", "=action=drop", "=src-address-list=homes"];
  // Behind what accepts connections that stand it stops new ones alone.
  await site.api.talk([`${filter}/add`, ...rule]);
  expect(line().internet).toBe("partly");
  await site.api.talk([`${filter}/add`, ...rule, `=place-before=${first?.[".id"]}`]);
  // Answers still come in: what stands is not ended in both ways.
  expect(line().internet).toBe("partly");
  const back = ["=chain=forward", "=action=drop", "=dst-address-list=homes"];
  await site.api.talk([`${filter}/add`, ...back, `=place-before=${first?.[".id"]}`]);
  expect(line()).toMatchObject({ internet: false, portal: false, fastTracked: false });
  expect(await trap(site.api, `${filter}/add`, ...rule, "=place-before=*FFF")).toMatch(/no such item/);
  expect(await trap(site.api, `${filter}/add`, "=chain=forward", "=action=jump")).toBe(
    "missing =jump-target=",
  );
});
