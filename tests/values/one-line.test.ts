import { expect, test } from "vitest";
import * as z from "zod";
import { SettingsInput } from "#contract/branding";
import { endpoints } from "#contract/index";
import { oneLine } from "#contract/one-line";
import { PlanInput } from "#contract/plans";
import { ProfileInput } from "#contract/profile";
import { NewProvider } from "#contract/providers";
import { textOfMessage } from "#contract/said";
import { say } from "#contract/texts";

const broken = [
  "a\r\nBcc: x@evil.example",
  "a\nb",
  "a\u0000b",
  "a\u001b[31mb",
  "a\u2028b",
  "a\u2029b",
  "a\u202eb",
  "a\u0085b",
];

test.each(broken)("%j is refused with a sentence, in any name", (text) => {
  const said = oneLine(z.string().trim().min(1), "field_name").safeParse(text);
  expect(textOfMessage(said.error?.issues[0]?.message ?? "")).toEqual(
    say("one_line", { field: say("field_name") }),
  );
});

test.each(["Mama Njeri's WiFi", "Kiosk №7 — Ngong", "شبكة", "日本", "Café ☕"])("%j is a name", (text) => {
  expect(oneLine(z.string(), "field_name").safeParse(text).success).toBe(true);
});

const provider = {
  businessName: "B",
  contactName: "C",
  email: "a@b.example",
  phone: "0712000001",
  subdomain: "b",
  adminCredentials: { username: "u", password: "p", name: "N", email: "a@b.example" },
};
test.each([
  ["contact name", NewProvider, { ...provider, contactName: "C\r\nBcc: x" }],
  ["business name", NewProvider, { ...provider, businessName: "B\nx" }],
  ["address", NewProvider, { ...provider, address: "A\nx" }],
  ["profile", ProfileInput, { name: "N\nx", email: "a@b.example" }],
  ["plan", PlanInput, { name: "P\nx", price: "1", speedMbps: 1, durationHours: 1 }],
  ["portal", SettingsInput, { companyName: "P\u0000x" }],
] as const)("%s: a line break is refused where it comes in", (_name, schema, input) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toContain('"one_line"');
});

/** Fields by which something is called, wherever a console sends them. */
const names = ["name", "businessName", "contactName", "companyName", "location", "title"];

test("every call of a console that takes a name takes it in one line", () => {
  const loose: string[] = [];
  for (const { name, body, audience } of endpoints) {
    if (!audience.includes("provider") && !audience.includes("platform")) continue;
    const shape = body instanceof z.ZodObject ? body.shape : {};
    for (const field of names.filter((one) => one in shape)) {
      const schema = (shape as Record<string, z.ZodType>)[field];
      if (schema?.safeParse("a\nb").success) loose.push(`${name}.${field}`);
    }
  }
  expect(loose).toEqual([]);
});
