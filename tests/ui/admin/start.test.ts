import { act, screen, waitFor } from "@testing-library/react";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { adminSession } from "#contract/auth";
import { adminListPlans } from "#contract/plans";
import { start } from "#web/admin/client.tsx";
import { session } from "#web/admin/session.ts";
import { pass, runClock } from "../support/clock.ts";
import { answer, held, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { amina, answerAsUsual } from "../support/open-admin.tsx";
import { addressNow, press, see } from "../support/page.ts";

// The console in a tab that remembers nobody: who is signed in, the server says (docs/behaviour/provider-console.md, PC-8a).

let root: Root | undefined;
beforeEach(() => {
  session.clear();
  answerAsUsual();
  answer(adminListPlans, []);
});
afterEach(() => {
  act(() => root?.unmount());
  document.body.innerHTML = "";
});
async function open({ isSigned = true, path = "/admin/plans" } = {}): Promise<void> {
  window.history.replaceState({}, "", path);
  const page = { subdomain: "demo", businessName: "Demo WiFi", mainOrigin: "https://hotspot.test" };
  document.body.innerHTML = `<div id="before">What the document drew</div><div id="root"></div>
    <script type="application/json" id="page">${JSON.stringify({ ...page, version: "test", isSigned })}</script>`;
  await act(async () => {
    root = await start(document.getElementById("root") as HTMLElement);
  });
}
const plans = () => screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
const unknown = "It is not known whether you are signed in";

it("what the document drew stands until it is known", async () => {
  const release = held(adminSession, amina);
  await open();
  expect(document.body.textContent).toContain("What the document drew");
  release();
  await plans();
  expect(document.body.textContent).not.toContain("What the document drew");
});

it("an answer that is late is waited for in words, and the page opens by itself when it comes", async () => {
  runClock();
  const release = held(adminSession, amina);
  await open();
  await pass(2);
  expect(document.body.textContent).toContain("What the document drew");
  await pass(1);
  await screen.findByRole("heading", { level: 1, name: unknown });
  await see("Your line or the server is slow. When the answer comes, the page opens by itself.");
  release();
  await plans();
});

it.each([
  [refusal(500, "It broke."), "It broke."],
  [refusal(502), "Please try again."],
  [unreachable, "No connection. Check your internet and try again."],
])("without an answer it says so, and nothing of a log-in, and asks again when told", async (given, said) => {
  answer(adminSession, given);
  await open();
  await screen.findByRole("heading", { level: 1, name: unknown });
  await see(said);
  expect(screen.queryByRole("button", { name: "Sign In" })).toBeNull();
  await waitFor(() => expect(addressNow()).toBe("/admin/plans"));
  answer(adminSession, amina);
  await press("Try again");
  await plans();
});

it("a question that was given up takes nothing away when it fails at last", async () => {
  runClock();
  const fail = held(adminSession, refusal(500, "It broke."));
  await open();
  await pass(3);
  answer(adminSession, amina);
  await press("Try again");
  await plans();
  fail();
  await pass(1);
  expect(screen.queryByText("It broke.")).toBeNull();
  await plans();
});

it("nobody is led to log-in, and back from there", async () => {
  answer(adminSession, refusal(401, "Please sign in.", "not_signed_in"));
  await open();
  await screen.findByRole("button", { name: "Sign In" });
  await waitFor(() => expect(addressNow()).toBe(`/admin?next=${encodeURIComponent("/admin/plans")}`));
});

it("log-in waits for nobody, and gives way when the server knows who it is", async () => {
  const release = held(adminSession, amina);
  await open({ isSigned: false, path: "/admin?next=/admin/plans" });
  await screen.findByRole("button", { name: "Sign In" });
  release();
  await plans();
  expect(sentTo(adminSession)).toHaveLength(1);
});
