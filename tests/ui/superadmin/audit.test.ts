import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { type AuditLine, listAudit } from "#contract/audit";
import { listProviders, platformProvider } from "#contract/providers";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { addressNow, choose, dialog, press, rows, see, words } from "../support/page.ts";
import { provider } from "../support/platform-rows.ts";

// The audit trail (docs/behaviour/operator-console.md, OC-90).

const line: AuditLine = {
  ...{ id: "1", at: "2026-11-20T09:00:00.000Z", actor: "platform", actorId: "s1", actorName: "grace" },
  ...{ providerId: "p1", providerName: "Provider 1", action: "plan.update", subject: "plan-7" },
  ...{ network: "197.0.0.1", detail: { changes: { price: { from: 20, to: 25 } }, name: "3 Hours" } },
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
    /^20 Nov 2026.* grace Super admin Changed a plan Provider 1 197\.0\.0\.1 Details$/,
  );
  await press(/^Details: Changed a plan/);
  const sheet = await dialog("Details");
  for (const said of [
    ...["What Changed a plan", "Who grace ( Super admin )", "From where 197.0.0.1", "20 changed to → 25"],
    ...["Id of what it was done to plan-7", "As it is kept plan.update"],
  ])
    expect(words(sheet)).toContain(said);
});

it("is narrowed by who, provider and what; filters live in the address", async () => {
  answer(listAudit, ({ query }) => (query.q ? [] : [line]));
  await open("?actor=bridge&q=nothing");
  await see("Nothing matches your filters");
  await press("Show everything");
  await see("Changed a plan");
  expect(addressNow()).toBe("/superadmin/audit");
  await choose("Who", "Super admin");
  await choose("What", "Sign-ins and profiles");
  await choose("Provider", "Provider 1");
  expect(addressNow()).toBe("/superadmin/audit?actor=platform&action=admin.&providerId=p1");
  const query = { actor: "platform", action: "admin.", providerId: "p1" };
  await waitFor(() => expect(sentTo(listAudit).at(-1)?.query).toMatchObject(query));
  await press("Clear filters");
  expect(addressNow()).toBe("/superadmin/audit");
});

it("that cannot be read says so", async () => {
  answer(listAudit, refusal(500));
  await open();
  await see("Error Loading Audit");
});
