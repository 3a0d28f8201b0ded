import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { type AuditLine, listAudit } from "#contract/audit";
import { listProviders, platformProvider } from "#contract/providers";
import { subjectAddress } from "#web/superadmin/audit/subject-address.ts";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { addressNow, choose, dialog, press, rows, see, words } from "../support/page.ts";
import { provider } from "../support/platform-rows.ts";

// The audit trail (docs/behaviour/operator-console.md, OC-90).

const line: AuditLine = {
  id: "1",
  at: "2026-11-20T09:00:00.000Z",
  actor: "platform",
  actorId: "s1",
  actorName: "grace",
  providerId: "p1",
  providerName: "Provider 1",
  action: "plan.update",
  what: "Changed the plan 3 Hours",
  subject: "plan-7",
  network: "197.0.0.1",
  detail: { changes: { price: { from: 20, to: 25 } }, name: "3 Hours" },
};
beforeEach(() => {
  answer(listAudit, [line]);
  answer(listProviders, [provider(1)]);
  answer(platformProvider, provider(1));
});
async function open(query = ""): Promise<void> {
  openSuperadmin(`/superadmin/audit${query}`);
  await screen.findByRole("heading", { level: 1, name: "Audit" });
}

it("shows who did what, when and from where, in words; details have what changed", async () => {
  await open();
  expect((await rows("Audit"))[0]).toMatch(
    /^20 Nov 2026.* grace Super admin Changed the plan 3 Hours Provider 1 197\.0\.0\.1 Details$/,
  );
  await press(/^Details: Changed the plan 3 Hours/);
  const sheet = await dialog("Details");
  for (const said of [
    ...[
      "What Changed the plan 3 Hours",
      "Who grace ( Super admin )",
      "From where 197.0.0.1",
      "20 changed to → 25",
    ],
    ...["Id of what it was done to plan-7", "As it is kept plan.update"],
  ])
    expect(words(sheet)).toContain(said);
});

it("leads to the provider, and to the page that shows what it was done to", async () => {
  const lines = [
    { ...line, id: "1", action: "router.suspend", what: "Suspended a router", subject: "router-7" },
    { ...line, id: "2", action: "gateway.update", subject: "gateway-7" },
    { ...line, id: "3", action: "refund.payment", subject: "payment-7" },
    { ...line, id: "4", action: "switch.update", subject: "switch-7", providerId: null, providerName: null },
    { ...line, id: "5", action: "plan.update", subject: "plan-7" },
  ];
  answer(listAudit, lines);
  await open();
  await see("Suspended a router");
  const links = screen.getAllByRole<HTMLAnchorElement>("link", { name: "Provider 1" });
  expect(links[0]?.getAttribute("href")).toBe("/superadmin/providers/p1/profile");
  expect(lines.map((one) => subjectAddress(one))).toEqual([
    ...["/superadmin/routers?q=router-7", "/superadmin/providers/p1/profile?tab=gateways"],
    ...["/superadmin/payments?q=payment-7", "/superadmin/payment-switch", null],
  ]);
  await press(/^Details: Suspended a router/);
  const link = within(await dialog("Details")).getByRole("link", { name: "router-7" });
  expect(link.getAttribute("href")).toBe("/superadmin/routers?q=router-7");
});

it("is narrowed by who, provider and what; filters live in the address", async () => {
  answer(listAudit, ({ query }) => (query.q ? [] : [line]));
  await open("?actor=bridge&q=nothing");
  await see("Nothing matches your filters");
  await press("Show everything");
  await see("Changed the plan 3 Hours");
  await waitFor(() => expect(addressNow()).toBe("/superadmin/audit"));
  await choose("Who", "Super admin");
  await choose("What", "Sign-ins and profiles");
  await choose("Provider", "Provider 1");
  await waitFor(() =>
    expect(addressNow()).toBe("/superadmin/audit?actor=platform&action=admin.&providerId=p1"),
  );
  const query = { actor: "platform", action: "admin.", providerId: "p1" };
  await waitFor(() => expect(sentTo(listAudit).at(-1)?.query).toMatchObject(query));
  await press("Clear filters");
  await waitFor(() => expect(addressNow()).toBe("/superadmin/audit"));
});

it("that cannot be read says so", async () => {
  answer(listAudit, refusal(500));
  await open();
  await see("Error Loading Audit");
});
