import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getSettings } from "#contract/branding";
import * as imports from "#contract/imports";
import { adminListPlans, createPlan } from "#contract/plans";
import { listRouters } from "#contract/routers";
import { talliesOf } from "#contract/values/code-strength";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { choose, dialog, person, press, see, toastAfter } from "../support/page.ts";
import { pastImport, plan, router, settings } from "../support/provider-rows.ts";

// The import of another system's file (docs/behaviour/provider-console.md, "Import").

type Body = { rows: imports.ImportRow[] };
const takeAll = ({ body }: { body: unknown }) => ({
  verdicts: (body as Body).rows.map(({ row, code }) => ({
    row,
    becomes: "voucher" as const,
    fault: null,
    code: code ?? null,
    notKept: [],
  })),
});

beforeEach(() => {
  answer(imports.listImports, []);
  answer(adminListPlans, [plan("1Hour"), plan("Day")]);
  answer(listRouters, [router("Gate")]);
});

async function chooseFile(text: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await screen.findByRole("button", { name: "Choose a file" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no field for a file");
  await person.upload(input, new File([text], "old.csv", { type: "text/csv" }));
}

const file =
  "Username,Password,Profile,Time Limit,Data Limit,Comment\nabc123,abc123,1Hour,,,vc-1\nxyz77,4821,Old Day,,,up-1\nABC123,ABC123,1Hour,,,vc-2";

it("is led to from the settings, for owners alone", async () => {
  answer(getSettings, settings);
  openAdmin("/admin/settings");
  await person.click(await screen.findByRole("link", { name: "Import" }));
  await see("Choose a file: the users that Mikhmon");
  openAdmin("/admin/import", { signed: { role: "cashier" } });
  await see("The owner opens this page");
});

it("proposes plans of the same name, tries first, and brings in what is good", async () => {
  answer(imports.checkImport, takeAll);
  answer(imports.beginImport, pastImport({ vouchers: 0, isComplete: false }));
  answer(imports.importRows, takeAll);
  openAdmin("/admin/import");
  await chooseFile(file);
  await see("3 rows · Mikhmon");
  await press("See what becomes of it");
  await see("1 voucher, 0 customers by codes, 0 devices with time, 2 rows left out.");
  await see("You left this plan out");
  await see("The same as row 2");
  expect(bodiesOf(imports.checkImport)).toEqual([
    { rows: [{ row: 2, kind: "voucher", planId: "1hour", code: "abc123" }], routerId: "Gate" },
  ]);
  // Another choice has to be tried again.
  await choose("Old Day", "Day, KSh 20");
  await press("See what becomes of it");
  await see("2 vouchers, 0 customers by codes, 0 devices with time, 1 row left out.");
  expect(await toastAfter(() => press("Import 2 rows"))).toBe("Imported - old.csv");
  expect(bodiesOf(imports.beginImport)).toEqual([
    { fileName: "old.csv", fileHash: expect.stringMatching(/^[0-9a-f]{64}$/), rows: 2, lastRow: 3 },
  ]);
  expect(sentTo(imports.importRows)[0]?.params).toEqual({ id: "i1" });
});

it("that broke off says why, and goes on", async () => {
  answer(imports.checkImport, takeAll);
  answer(imports.beginImport, pastImport({ isComplete: false }));
  answer(imports.importRows, refusal(503, "The database is away. Try again in a minute."));
  openAdmin("/admin/import");
  await chooseFile(file);
  await press("See what becomes of it");
  await press("Import 1 row");
  await see("Stopped at 0 of 1");
  await see("The database is away.");
  answer(imports.importRows, takeAll);
  expect(await toastAfter(() => press("Go on"))).toBe("Imported - old.csv");
});

it("is tried chunk by chunk, each beside the codes that the ones before would keep", async () => {
  answer(imports.checkImport, takeAll);
  openAdmin("/admin/import");
  const codes = Array.from({ length: 251 }, (_, place) => `q${(place + 40) * 7_919}z`);
  await chooseFile(`code,plan\n${codes.map((code) => `${code},1Hour`).join("\n")}`);
  await press("See what becomes of it");
  await see("251 vouchers, 0 customers by codes, 0 devices with time, 0 rows left out.");
  const [first, second] = bodiesOf(imports.checkImport);
  expect(first).not.toHaveProperty("before");
  expect(second).toMatchObject({ before: talliesOf(codes.slice(0, 250).map((code) => code.toUpperCase())) });
});

it("makes a hidden plan from one of the file", async () => {
  answer(createPlan, plan("Old Day"));
  openAdmin("/admin/import");
  await chooseFile(file);
  await press("Make a plan from Old Day");
  const form = await dialog("Create Plan");
  expect(within(form).getByLabelText<HTMLInputElement>(/Plan Name/).value).toBe("Old Day");
  expect(sentTo(createPlan)).toEqual([]);
});

it("says of a file that can't be used why", async () => {
  openAdmin("/admin/import");
  await chooseFile("a,b\n1,2");
  await see("No column of this file is known.");
  await chooseFile("code,plan");
  await see("There are no rows in this file.");
});

it("says why nothing can be pressed: each row with its reason, or the choice that is open", async () => {
  openAdmin("/admin/import");
  await chooseFile("username,fullname,service_type\njane,Jane W,Hotspot");
  await see("No row of this file can be brought in.");
  await see("The file does not say when the time ends");
  await see("Columns that are not brought in: username, fullname");
  await press("Another file");
  await chooseFile("code\nabc123\nxyz789");
  await see("Choose a plan above, or make one.");
  expect(screen.getByRole("button", { name: "See what becomes of it" })).toHaveProperty("disabled", true);
  answer(imports.checkImport, ({ body }) => ({
    verdicts: (body as Body).rows.map(({ row }) => ({
      row,
      becomes: "refused" as const,
      fault: "code_taken" as const,
      code: null,
      notKept: [],
    })),
  }));
  await choose("All rows", "Day, KSh 20");
  await press("See what becomes of it");
  await see("No row is left to bring in.");
  expect(bodiesOf(imports.checkImport)).toMatchObject([
    {
      rows: [
        { row: 2, planId: "day", code: "abc123" },
        { row: 3, planId: "day", code: "xyz789" },
      ],
    },
  ]);
});

it("names what a row loses before anything is brought in", async () => {
  answer(imports.checkImport, ({ body }) => ({
    verdicts: (body as Body).rows.map(({ row }) => ({
      row,
      becomes: "device" as const,
      fault: null,
      code: null,
      notKept: row === 2 ? [{ value: "phone" as const, why: "phone_digits" as const }] : [],
    })),
  }));
  openAdmin("/admin/import");
  await chooseFile(
    "mac,plan,expires,phone\nAABBCC000005,Day,2099-12-25,2.54713E+11\nAABBCC000006,Day,25-Dec-2099,0712345678\nAABBCC000007,Day,12/25/2099,\nAABBCC00,Day,2099-12-25,",
  );
  await press("See what becomes of it");
  await see("The end 12/25/2099 can't be read. Write it as 2026-12-25, or 25/12/2026");
  await see("The device address AABBCC00 can't be read");
  await see("1 row comes without something that the file says of it.");
  await see("Phone 2.54713E+11 is not kept: a spreadsheet cut its digits off");
  // Read to its end, on the narrowest screen.
  expect(screen.getByText(/cut its digits off/).style.whiteSpace).toBe("");
  expect(screen.queryByText("AABBCC000006")).toBeNull();
  expect(sentTo(imports.importRows)).toEqual([]);
});

it("reads a file as whichever computer wrote it, and says of a spreadsheet's own file what to do", async () => {
  openAdmin("/admin/import");
  const latin = Uint8Array.from("code,plan\nabc123,Journ\u00e9e", (sign) => sign.charCodeAt(0));
  await chooseFile(latin);
  await screen.findByRole("combobox", { name: "Journ\u00e9e" });
  await press("Another file");
  await chooseFile(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]));
  await see("save it as CSV");
});

it("is undone after a question, which says what stays", async () => {
  answer(imports.listImports, [pastImport({ usedVouchers: 1 })]);
  answer(imports.undoImport, { success: true, undone: 1, leftAlone: 1 });
  openAdmin("/admin/import");
  await see("2 vouchers, 1 used, 0 devices with time");
  await press("Undo the import of old.csv");
  const question = await dialog("Undo the import of old.csv?");
  await see("What was used stays.", () => question);
  expect(await toastAfter(() => press("Undo the import", question))).toBe(
    "Undone - 1 taken back. 1 stay: they were used already.",
  );
});

it("that could not be undone says why, and is looked at afresh: some of it may be", async () => {
  answer(imports.listImports, [pastImport({ vouchers: 2 })]);
  answer(imports.undoImport, () => {
    answer(imports.listImports, [pastImport({ undoneAt: "2026-11-24T08:00:00.000Z" })]);
    return refusal(503, "The database is away. Try again in a minute.");
  });
  openAdmin("/admin/import");
  await press("Undo the import of old.csv");
  const question = await dialog("Undo the import of old.csv?");
  expect(await toastAfter(() => press("Undo the import", question))).toMatch(
    /^Not undone - The database is away/,
  );
  await see("Undone");
  expect(screen.queryByRole("button", { name: "Undo the import of old.csv" })).toBeNull();
});
