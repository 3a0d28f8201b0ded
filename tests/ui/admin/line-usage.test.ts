import { expect, it } from "vitest";
import { lineUsage, listServedUnpaid, whyLineOffline } from "#contract/line-life";
import * as contract from "#contract/lines";
import { gigabyte } from "#contract/values/data";
import { ago } from "../support/clock.ts";
import { answer, refusal, sentTo } from "../support/fake-server.ts";
import { homeLine, homePackage } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { dialog, press, see } from "../support/page.ts";

// What went through a line, in its sheet: read by a press alone.

async function openSheet(changes: Partial<contract.Line> = {}): Promise<HTMLElement> {
  answer(contract.listLines, [homeLine("open", changes)]);
  answer(contract.listPackages, [homePackage()]);
  answer(listServedUnpaid, []);
  answer(whyLineOffline, { cause: "none", sentence: "" });
  openAdmin("/admin/lines");
  await press("Details of open.home");
  return dialog("Achieng Otieno");
}

const day = (index: number, down: number) => ({
  day: `2026-11-${String(index + 1).padStart(2, "0")}`,
  bytesUploaded: 0,
  bytesDownloaded: down,
});

it("is asked by one press, with this month and what is paid for", async () => {
  const sheet = await openSheet();
  expect(sentTo(lineUsage)).toEqual([]);
  answer(lineUsage, {
    month: { bytesUploaded: 4 * gigabyte, bytesDownloaded: 80 * gigabyte },
    period: {
      since: "2026-11-20T09:00:00.000Z",
      bytesUploaded: gigabyte,
      bytesDownloaded: 29 * gigabyte,
    },
    days: Array.from({ length: 30 }, (_, index) => day(index, index * gigabyte)),
  });
  await press("Usage by day", sheet);
  await see("This month: 80 GB down, 4 GB up");
  expect(sheet.textContent).toMatch(/Since .*20 Nov.*, in what is paid for: 30 GB/);
});

it("says where there was none, and where it could not be read", async () => {
  const sheet = await openSheet();
  answer(lineUsage, refusal(503, "Please try again."));
  await press("Usage by day", sheet);
  await see("No usage");
  answer(lineUsage, {
    month: { bytesUploaded: 0, bytesDownloaded: 0 },
    period: null,
    days: Array.from({ length: 30 }, (_, index) => day(index, 0)),
  });
  await press("Try again", sheet);
  await see("No usage in the last 30 days");
});

it("names a line that is slower by fair use", async () => {
  const sheet = await openSheet({ fairUse: { afterGB: 100, mbps: 2, slowedSince: ago(3_600) } });
  expect(sheet.textContent).toContain("2 Mbps after 100 GB · slower since");
});
