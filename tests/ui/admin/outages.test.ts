import { within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { listBridges } from "#contract/bridges";
import { listOutages, type Outage, settleOutage } from "#contract/outages";
import { readTunnelOffer } from "#contract/router-setup";
import { listRoutersOfProvider } from "#contract/routers";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, press, see, toastAfter, words } from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// Time that buyers lost while a router was away (docs/behaviour/provider-console.md, PC-81a).

const outage = (id: string, purchases: number, settled: Outage["settled"] = null): Outage => ({
  id,
  routerId: "Gate",
  formerName: null,
  purchases,
  settled,
  beganAt: "2026-11-24T07:00:00.000Z",
  endedAt: "2026-11-24T07:42:00.000Z",
});
const region = () => {
  const found = document.querySelector("[aria-labelledby=outages]");
  if (!(found instanceof HTMLElement)) throw new Error("no outages are shown");
  return found;
};

beforeEach(() => {
  answer(listRoutersOfProvider, [router("Gate")]);
  answer(listBridges, []);
  answer(readTunnelOffer, { isOffered: false });
});

it("is given back by one press, and the list says so", async () => {
  answer(listOutages, [outage("Gate.1", 12)]);
  openAdmin("/admin/routers");
  await see("Gate 24 Nov 2026, 10:00 to 10:42, 42 min 12 buyers lost time.", region);
  answer(settleOutage, () => {
    answer(listOutages, [outage("Gate.1", 12, { at: "2026-11-24T08:00:00.000Z", purchases: 12 })]);
    return { success: true as const, message: "12 purchases were given the lost time back.", purchases: 12 };
  });
  expect(await toastAfter(() => press("Give the time back"))).toBe(
    "Outage settled - 12 purchases were given the lost time back.",
  );
  expect([bodiesOf(settleOutage), sentTo(settleOutage)[0]?.params]).toEqual([
    [{ giveBack: true }],
    { id: "Gate.1" },
  ]);
  await see("12 buyers were given it back.", region);
  expect(within(region()).queryByRole("button")).toBeNull();
});

it("is left as it is after a question; a refusal is told", async () => {
  answer(listOutages, [outage("Gate.1", 1)]);
  answer(settleOutage, refusal(409, "This outage is settled already."));
  openAdmin("/admin/routers");
  await see("1 buyer lost time.", region);
  await press("Leave it");
  const question = await dialog("Leave it as it is?");
  await see("1 buyer gets nothing back for this outage.", () => question);
  expect(await toastAfter(() => press("Leave it", question))).toBe("Error - This outage is settled already.");
  expect(bodiesOf(settleOutage)).toEqual([{ giveBack: false }]);
});

it("that took nobody's time, and none at all, ask for nothing", async () => {
  answer(listOutages, [
    outage("Gate.1", 0),
    outage("gone.2", 0, { at: "2026-11-24T08:00:00.000Z", purchases: 0 }),
  ]);
  openAdmin("/admin/routers");
  await see("No buyer lost time.", region);
  expect(words(region())).toContain("Left as it is.");
  expect(within(region()).queryByRole("button")).toBeNull();
});
