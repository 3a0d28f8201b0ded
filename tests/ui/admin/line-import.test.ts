import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import * as imports from "#contract/line-imports";
import { listServedUnpaid } from "#contract/line-life";
import * as contract from "#contract/lines";
import { listRouters } from "#contract/routers";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { homePackage } from "../support/line-rows.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { button, choose, dialog, fill, person, press, see, toastAfter, words } from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// Home and office customers of another system come in from a file (docs/behaviour/provider-console.md, "Import").

type Body = { rows: imports.LineImportRow[] };
const takeAll = ({ body }: { body: unknown }) => ({
  verdicts: (body as Body).rows.map(({ row }) => ({
    row,
    becomes: "line" as const,
    reason: null,
    notes: [],
  })),
});

const past = (changes: Partial<imports.LineImport> = {}): imports.LineImport =>
  Object.assign(
    {
      id: "i1",
      fileName: "old.csv",
      router: { id: "Gate", name: "Gate" },
      rows: 2,
      isComplete: true,
      lines: 2,
      balance: 500,
      madeBy: "mercy",
      createdAt: "2026-11-24T07:00:00.000Z",
      undoneAt: null,
      isUndoable: true,
    },
    changes,
  );

beforeEach(() => {
  answer(imports.listLineImports, []);
  answer(contract.listLines, []);
  answer(listServedUnpaid, []);
  answer(contract.listPackages, [homePackage(), homePackage({ id: "k2", name: "Fast", price: 3_000 })]);
  answer(listRouters, [router("Gate")]);
});

async function chooseFile(text: string): Promise<void> {
  await screen.findByRole("button", { name: "Choose a file" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no field for a file");
  await person.upload(input, new File([text], "old.csv", { type: "text/csv" }));
}

const head = "name,phone,pppoe name,password,package,paid until,balance,status,account number";
const file = `${head}
Jane Wanjiku,0712 000 001,jane,pw-jane,home 10,2026-12-20,500,active,A1
Peter Otieno,0712000002,peter,pw-peter,Gold,,,blocked,A2
Asha Ali,0712000003,asha,pw-asha,Home 10,2026-12-20,-200,active,A3
Old One,,old,pw-old,Home 10,2026-12-20,,cancelled,A4
Zed Boy,0712000005,zed,pw-zed,Home 10,,,,A5`;

const openTab = () => openAdmin("/admin/import?tab=lines");

it("is one tap away from the lines where there are none yet, and beside what a router has", async () => {
  openAdmin("/admin/lines");
  await person.click(await screen.findByRole("link", { name: "Bring customers in from a file" }));
  await see("Choose a file of your home and office customers");
  openAdmin("/admin/lines");
  await press("Add a line");
  const form = await dialog("Add a line");
  expect(within(form).getByRole("link", { name: "From a file" }).getAttribute("href")).toContain("tab=lines");
});

it("proposes packages, asks for what the file lacks, and shows next month's money before anything is written", async () => {
  answer(imports.checkLineImport, takeAll);
  openTab();
  await chooseFile(file);
  await see("5 rows");
  await see("Say until when they are paid.");
  expect((await button("See what becomes of it")).hasAttribute("disabled")).toBe(true);
  await fill({ "Paid until, where the file does not say it": "2026-12-31" });
  await person.selectOptions(screen.getByLabelText("Gold"), "k2");
  await press("See what becomes of it");
  await see("4 lines of 4 customers, 1 row left out.");
  await see("Next month: KSh 4,500 from 3 lines that are on.");
  await see("And KSh 3,000 if the one that is blocked pays.");
  await see("KSh 500 of balances comes along, and is owed to its customers.");
  await see("KSh 200 that is owed to you there does not come along.");
  await see("No customer any more in the other system (cancelled)");
  await see("It owes KSh 200 there, which does not come along");
  expect(bodiesOf(imports.checkLineImport)).toMatchObject([
    {
      routerId: "Gate",
      rows: [
        {
          row: 2,
          of: 2,
          login: "jane",
          password: "pw-jane",
          packageId: "k1",
          paidUntil: "2026-12-20T20:59:59.000Z",
          isBlocked: false,
          balance: 500,
          formerNumber: "A1",
        },
        { row: 3, packageId: "k2", paidUntil: null, isBlocked: true, balance: 0 },
        { row: 4, balance: 0 },
        { row: 6, paidUntil: "2026-12-31T20:59:59.000Z" },
      ],
    },
  ]);
  expect(sentTo(imports.beginLineImport)).toEqual([]);
  expect(document.body.textContent).not.toContain("pw-jane");
});

it("brings the good rows in, and says of the others why", async () => {
  answer(imports.checkLineImport, ({ body }) => ({
    verdicts: takeAll({ body }).verdicts.map((one) =>
      one.row === 3
        ? { row: 3, becomes: "there" as const, reason: "peter is a line here already.", notes: [] }
        : one,
    ),
  }));
  answer(imports.beginLineImport, past({ isComplete: false }));
  answer(imports.importLineRows, takeAll);
  openTab();
  await chooseFile(`${head}
Jane,0712000001,jane,pw,Home 10,2026-12-20,500,,A1
Peter,0712000002,peter,pw,Home 10,2026-12-20,,,A2`);
  // Nothing of a balance is taken that is not wanted.
  await person.click(screen.getByRole("checkbox", { name: "Bring balances along" }));
  await press("See what becomes of it");
  await see("peter is a line here already.");
  expect(await toastAfter(() => press("Bring in 1 line"))).toBe("Brought in - old.csv");
  expect(screen.getByRole("link", { name: "See the lines" }).getAttribute("href")).toContain("/lines");
  expect(bodiesOf(imports.beginLineImport)).toEqual([
    {
      fileName: "old.csv",
      fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      routerId: "Gate",
      rows: 1,
      lastRow: 2,
    },
  ]);
  expect(sentTo(imports.importLineRows)[0]).toMatchObject({
    params: { id: "i1" },
    body: { rows: [{ row: 2, login: "jane", balance: 0 }] },
  });
});

it("that broke off says why, and goes on; another choice is tried again", async () => {
  answer(imports.checkLineImport, refusal(503, "The bridge is not connected.", "unavailable"));
  openTab();
  await chooseFile(`${head}\nJane,0712000001,jane,pw,Home 10,2026-12-20,,,A1`);
  await press("See what becomes of it");
  await see("Stopped at 0 of 1");
  await see("The bridge is not connected.");
  answer(imports.checkLineImport, takeAll);
  await press("Go on");
  await see("1 line of 1 customer, 0 rows left out.");
  await person.selectOptions(screen.getByLabelText("Home 10"), "k2");
  expect(await button("See what becomes of it")).toBeDefined();
  await press("See what becomes of it");
  await see("Next month: KSh 3,000 from 1 line that is on.");
});

it("asks for the router where there are several, and says that a column is missing", async () => {
  answer(listRouters, [router("Gate"), router("Hill")]);
  answer(imports.checkLineImport, takeAll);
  openTab();
  await chooseFile("Jina kamili,Simu,Kifurushi,Imelipwa hadi\nJane,0712000001,Home 10,2026-12-20");
  await see("No column says how each line dials in.");
  await see("Choose the router above.");
  await choose("Router of these lines", "Hill");
  await press("See what becomes of it");
  expect(bodiesOf(imports.checkLineImport)).toMatchObject([{ routerId: "Hill", rows: [{ login: "" }] }]);
});

it("makes a package from one of the file", async () => {
  openTab();
  await chooseFile(`${head}\nJane,0712000001,jane,pw,Gold 20 Mbps,2026-12-20,,,A1`);
  await press("Make a package from Gold 20 Mbps");
  const form = await dialog("Add a package");
  expect(within(form).getByDisplayValue("Gold 20 Mbps")).toBeDefined();
  expect(within(form).getByDisplayValue("20")).toBeDefined();
});

it("undoes what was brought, call by call, after a question", async () => {
  answer(imports.listLineImports, [past(), past({ id: "i2", fileName: "older.csv", isUndoable: false })]);
  let calls = 0;
  answer(imports.undoLineImport, () => {
    calls += 1;
    return { success: true as const, undone: calls === 1 ? 50 : 3, leftAlone: 2, left: calls === 1 ? 3 : 0 };
  });
  openTab();
  await see("2 lines at Gate · KSh 500 of balances");
  expect(screen.queryByRole("button", { name: "Undo what older.csv brought" })).toBeNull();
  await press("Undo what old.csv brought");
  const question = await dialog("Undo what old.csv brought?");
  expect(words(question)).toContain("Who has paid stays.");
  expect(await toastAfter(() => press("Undo", question))).toBe(
    "Undone - 53 taken back. 2 stay: they were paid already.",
  );
  expect(calls).toBe(2);
});
