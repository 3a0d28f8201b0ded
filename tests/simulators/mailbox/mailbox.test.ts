import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Letter, MailboxSimulator } from "./mailbox-simulator.ts";

const dir = mkdtempSync(join(tmpdir(), "mailbox-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const good = { from: "Mlango <m@x.example>", to: "a@b.example", subject: "Hello", text: "Two\nlines" };
const right = { authorization: "Bearer token", "content-type": "application/json", "idempotency-key": "k1" };

const fresh = () => new MailboxSimulator({ token: "token", now: () => 5 });

async function hand(box: MailboxSimulator, body: unknown = good, headers: Record<string, string> = right) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await box.handle(new Request("http://box/mail", { method: "POST", headers, body: text }));
  return response?.status;
}
async function letters(box: MailboxSimulator): Promise<Letter[]> {
  const response = await box.handle(new Request("http://box/control/mail"));
  return (await response?.json()) as Letter[];
}
const fail = (box: MailboxSimulator, faults: unknown) =>
  box.handle(new Request("http://box/control/mail", { method: "POST", body: JSON.stringify(faults) }));

test("takes a letter and shows it", async () => {
  const box = fresh();
  expect(await hand(box)).toBe(202);
  expect(await letters(box)).toEqual([{ key: "k1", ...good, at: 5 }]);
  const page = await box.handle(new Request("http://box/mailbox"));
  expect(await page?.text()).toContain("Two\nlines");
});

test.each([
  ["no JSON", "{", {}, 422],
  ["a list", [], {}, 422],
  ["a wrong token", good, { authorization: "Bearer other" }, 401],
  ["another type", good, { "content-type": "text/plain" }, 415],
  ["no key", good, { "idempotency-key": "" }, 400],
  ["an unknown field", { ...good, bcc: "x@y.example" }, {}, 422],
  ["a second head", { ...good, subject: "Hello\r\nBcc: x@y.example" }, {}, 422],
  ["two addresses", { ...good, to: "a@b.example, c@d.example" }, {}, 422],
  ["no address", { ...good, to: "nobody" }, {}, 422],
  ["a sender without an address", { ...good, from: "Mlango" }, {}, 422],
  ["no text", { ...good, text: "" }, {}, 422],
])("refuses %s", async (_what, body, headers, status) => {
  const box = fresh();
  expect(await hand(box, body, { ...right, ...headers })).toBe(status);
  expect(await letters(box)).toEqual([]);
});

test("fails as it is told, and takes the same letter once", async () => {
  const box = fresh();
  await fail(box, { refuse: 1, status: 429, loseAnswer: 1 });
  expect(await hand(box)).toBe(429);
  expect(await hand(box)).toBe(500);
  expect(await hand(box)).toBe(202);
  expect(await letters(box)).toHaveLength(1);
  expect((await fail(box, { refuse: "often" }))?.status).toBe(400);
});

test("keeps its letters over a restart, and shows markup as text", async () => {
  const path = join(dir, "mail.json");
  const box = new MailboxSimulator({ token: "token", now: () => 5, path });
  await hand(box, { ...good, subject: "<script>alert(1)</script>" });
  const again = new MailboxSimulator({ token: "token", now: () => 6, path });
  expect(await letters(again)).toHaveLength(1);
  const page = await again.handle(new Request("http://box/mailbox"));
  expect(await page?.text()).not.toContain("<script>");
});
