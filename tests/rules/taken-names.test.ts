import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Cloudflare from "cloudflare";
import { afterAll, expect, test } from "vitest";
import { AcceptedNames } from "../../deploy/accepted-names.ts";
import type { Place } from "../../deploy/place.ts";
import { recordsStep } from "../../deploy/steps/names.ts";
import type { Account, DnsRecord, Zone } from "../simulators/cloudflare/state.ts";
import { answerZones } from "../simulators/cloudflare/zones.ts";

// Names at the domain that answer something already, or later; Cloudflare's own library asks the stand-in of its API.

const dir = mkdtempSync(join(tmpdir(), "names-"));
afterAll(() => rmSync(dir, { recursive: true }));

const zone: Zone = { id: "b".repeat(32), name: "mlango.test", status: "active" };
const account = { id: "a".repeat(32), zones: [zone], records: [], routes: [] } as unknown as Account;
const api = new Cloudflare({
  apiToken: "token",
  maxRetries: 0,
  fetch: async (input, init) => {
    const request = new Request(String(input), init);
    const { pathname, searchParams: query } = new URL(request.url);
    const body = request.body === null ? {} : await request.json();
    const path = pathname.slice("/client/v4".length);
    const answer = answerZones({ account, method: request.method, path, query, body });
    if (!answer) throw new Error(`the stand-in knows no ${request.method} ${path}`);
    return answer;
  },
});
/** As each run begins: with what the file says. */
const place = (...accepted: string[]): Place =>
  ({
    api,
    zone: { id: zone.id, name: zone.name },
    domain: "mlango.test",
    worker: "mlango",
    accepted: new Set(accepted),
    acceptedNames: new AcceptedNames(join(dir, "new", "production.env")),
  }) as unknown as Place;
const look = (...accepted: string[]) => recordsStep.look(place(...accepted));

function stands(name: string, content: string, proxied = true, type = "A"): DnsRecord {
  const record = { id: `${name} ${content}`, zoneId: zone.id, type, name, content, proxied, ttl: 1 };
  account.records.push(record);
  return record;
}

test("a name is asked about once, and each that comes later", async () => {
  const www = stands("www.mlango.test", "203.0.113.7");
  stands("mail.mlango.test", "203.0.113.8", false);
  stands("other.test", "203.0.113.9");
  await expect(look()).rejects.toThrow(
    'These names answer something already, and the platform would answer in their place: www.mlango.test (A 203.0.113.7). Deploy to another name (--domain wifi.mlango.test), set those that shall stay to "DNS only", or say --accept website.',
  );
  const found = await look("website");
  expect(found).toMatchObject({
    make: "mlango.test, *.mlango.test, www.mlango.test (A 203.0.113.7) → the worker",
  });
  // Looking keeps nothing.
  await expect(look()).rejects.toThrow("answer something already");
  if ("make" in found) await found.run();
  account.routes.push({ id: "r", zoneId: zone.id, pattern: "*.mlango.test/*", script: "mlango" });
  expect(await look()).toEqual({ stands: "mlango.test, *.mlango.test" });
  const kept = join(dir, "new", "production.names");
  expect(readFileSync(kept, "utf8")).toBe("www.mlango.test (A 203.0.113.7)\n");
  expect(statSync(kept).mode & 0o777).toBe(0o600);

  const host = stands("vpn1.mlango.test", "203.0.113.20");
  await expect(look()).rejects.toThrow(
    'These names are proxied since the platform was deployed, so it answers in their place: vpn1.mlango.test (A 203.0.113.20). Set those that shall answer themselves to "DNS only" in Cloudflare\'s DNS (a host for routers always), or say --accept website.',
  );
  host.proxied = false;
  expect(await look()).toEqual({ stands: "mlango.test, *.mlango.test" });
  // Another machine behind the same name is another question.
  www.content = "203.0.113.77";
  await expect(look()).rejects.toThrow("www.mlango.test (A 203.0.113.77)");
  const again = await look("website");
  expect(again).toMatchObject({ make: "www.mlango.test (A 203.0.113.77) → the worker" });
  if ("make" in again) await again.run();
  expect(await look()).toEqual({ stands: "mlango.test, *.mlango.test" });
  expect(account.records.filter(({ content }) => content === "100::")).toHaveLength(2);
});

test("of many names some are shown", async () => {
  for (let number = 0; number < 12; number += 1) stands(`many${number}.mlango.test`, "203.0.113.30");
  await expect(look()).rejects.toThrow("many9.mlango.test (A 203.0.113.30) and 2 more.");
});
