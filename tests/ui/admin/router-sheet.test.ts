import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { listBridges } from "#contract/bridges";
import {
  type AssignedRouter,
  addRouter,
  carryPurchases,
  listRoutersOfProvider,
  readSetAside,
  reclaimRouter,
} from "#contract/routers";
import { pass, runClock } from "../support/clock.ts";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import {
  addressNow,
  button,
  dialog,
  fill,
  noDialog,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { router } from "../support/provider-rows.ts";
import { answerRouters, openRouters } from "../support/routers-page.ts";

// How one router stands, whole (docs/behaviour/provider-console.md, PC-74a).

const reason =
  "The bridge says: The router cannot be reached (there is no way to 192.168.88.1:8728 from the networks of this machine).";

beforeEach(() => answerRouters([]));

async function open(changes: Partial<AssignedRouter>, address?: string): Promise<void> {
  answer(listRoutersOfProvider, [router("Gate", { isOnline: false, ...changes }), router("Lodge")]);
  await openRouters(address);
}

it("why a router is offline is one press away, whole, with what to do", async () => {
  await open({ state: "unreachable", statusText: reason });
  await press(/^Gate ?api-Gate/);
  const sheet = await dialog("Gate");
  await see(
    `${reason} Is the router on, and in the network of its bridge? Look at its power and its cable. If its address changed, type the new one under Edit. Test connection`,
    () => sheet,
  );
  await waitFor(() => expect(addressNow()).toBe("/admin/routers?router=Gate"));
  await press("Close", sheet);
  await noDialog();
  await waitFor(() => expect(addressNow()).toBe("/admin/routers"));
});

it("and stands open where a line of the dashboard led", async () => {
  await open({ state: "unreachable", statusText: reason }, "/admin/routers?router=Gate");
  await see(reason, () => screen.getByRole("dialog", { name: "Gate" }));
});

it.each([
  ["a row", "/admin/routers?show=offline", true],
  ["an address", "/admin/routers?show=offline&router=Gate", false],
])("that %s opened and its own button closed, Back does not open again", async (_, address, isPressed) => {
  await open({ state: "unreachable", statusText: reason }, "/admin/routers");
  window.history.pushState({ idx: 1 }, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
  if (isPressed) await press(/^Gate ?api-Gate/);
  const sheet = await dialog("Gate");
  await waitFor(() => expect(addressNow()).toBe("/admin/routers?show=offline&router=Gate"));
  await press("Close", sheet);
  await noDialog();
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1 }));
  await waitFor(() => expect(addressNow()).toBe("/admin/routers?show=offline"));
  window.history.back();
  await waitFor(() => expect(addressNow()).toBe("/admin/routers"));
  await noDialog();
});

it("Back closes it, and then a window that it opened leaves nothing behind", async () => {
  await open({ state: "unreachable", statusText: reason });
  await press(/^Gate ?api-Gate/);
  await press("Edit", await dialog("Gate"));
  await dialog("Edit Gate");
  await waitFor(() => expect(addressNow()).toBe("/admin/routers"));
  window.history.back();
  await noDialog();
  await waitFor(() => expect(addressNow()).toBe("/admin/routers"));
});

it("what another bridge took over, one press brings back", async () => {
  runClock();
  await open({ state: "taken_over", statusText: "The bridge says: Another bridge took this router over." });
  await press(/^Gate ?api-Gate/);
  const sheet = await dialog("Gate");
  await see("When yours runs it again, the other one stops by itself.", () => sheet);
  answer(reclaimRouter, refusal(503, "The bridge at this site is not connected."));
  expect(await toastAfter(() => press("Let my bridge run it again", sheet))).toBe(
    "Update Failed - The bridge at this site is not connected.",
  );
  answer(reclaimRouter, { success: true, message: "The bridge of Gate was told to run it again." });
  expect(await toastAfter(() => press("Let my bridge run it again", sheet))).toBe(
    "Gate - The bridge of Gate was told to run it again.",
  );
  expect(sentTo(reclaimRouter).at(-1)?.params).toEqual({ id: "Gate" });
  answer(listRoutersOfProvider, [router("Gate", { statusText: "Connected, RouterOS 7.18" })]);
  await pass(3.1);
  await see("Connected, RouterOS 7.18", () => sheet);
  expect(within(sheet).queryByRole("button", { name: "Let my bridge run it again" })).toBeNull();
});

it("a bridge of the platform's is the operator's to say", async () => {
  answer(listBridges, []);
  await open({ state: "taken_over" }, "/admin/routers?router=Gate");
  const sheet = await dialog("Gate");
  await see("The platform's operator decides which bridge runs it: ask there.", () => sheet);
  expect(within(sheet).queryByRole("button", { name: "Let my bridge run it again" })).toBeNull();
});

it.each<[Partial<AssignedRouter>, string]>([
  [{ isOnline: true, findings: { blocks: 1, mend: 0 } }, "Checklist"],
  [{ state: "refused" }, "Edit"],
  [{ state: "no_log_in" }, "Edit"],
  [{ state: "no_bridge", bridgeId: null }, "Install a bridge"],
  [{ state: "unasked" }, "Test connection"],
])("%j has its press beside the reason", async (changes, name) => {
  await open(changes, "/admin/routers?router=Gate");
  const sheet = await dialog("Gate");
  expect((await button(name, sheet)).closest("[role=status]")).not.toBeNull();
  expect(within(sheet).getAllByRole("button", { name })).toHaveLength(1);
});

it("a router that sells shows its state in no red, and all that can be done with it", async () => {
  await open({ isOnline: true, statusText: "Connected, RouterOS 7.18" }, "/admin/routers?router=Gate");
  const sheet = await dialog("Gate");
  await see("Connected, RouterOS 7.18", () => sheet);
  expect(within(sheet).queryByRole("status")).toBeNull();
  const acts = ["Test connection", "Edit", "Checklist", "Set up router", "Remove router"];
  for (const name of acts) await button(name, sheet);
  await press("Edit", sheet);
  await dialog("Edit Gate");
});

it("one that is added where another was offers to carry its purchases on, at once", async () => {
  await open({ isOnline: true });
  await press("Add router");
  await press("By its address", await dialog("Add a router"));
  const form = await dialog("Add router");
  await fill({ Name: "New Gate", Address: "10.0.0.7", "API user": "mlango", "API password": "secret" }, form);
  const added = router("New Gate");
  answer(addRouter, added);
  answer(listRoutersOfProvider, [added]);
  answer(readSetAside, { purchases: 302, routers: ["Main Gate"] });
  await press("Add router", form);
  const sheet = await dialog("New Gate");
  await see(
    "302 paid purchases of Main Gate wait for a router at this address. Time and data go on as they were.",
    () => sheet,
  );
  answer(carryPurchases, () => {
    answer(readSetAside, { purchases: 0, routers: [] });
    return { success: true as const, message: "302 purchases go on at New Gate." };
  });
  expect(await toastAfter(() => press("Carry them on here", sheet))).toBe(
    "New Gate - 302 purchases go on at New Gate.",
  );
  expect(sentTo(carryPurchases)[0]?.params).toEqual({ id: "New Gate" });
  await waitFor(() => expect(words(sheet)).not.toContain("paid purchases"));
});
