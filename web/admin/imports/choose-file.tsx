import { Alert, Card, FileButton, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { hashOf } from "./import-rows.ts";
import { isWorkbook, textOf } from "./read-bytes.ts";
import { type ReadFile, readFile } from "./read-file.ts";

export type ChosenFile = { name: string; hash: string; content: ReadFile };

const mostBytes = 5_000_000;
const mostRows = 10_000;

/** The file is read here; nothing leaves the browser before it was looked at. */
export function ChooseFile({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setFault(null);
    const read = await readChosen(file).catch(() => t("This file can't be read."));
    setBusy(false);
    if (typeof read === "string") setFault(read);
    else onChosen(read);
  };
  return (
    <Card maw={720} mb="xl">
      <Stack>
        <Text>
          {t(
            "Choose a file: the users that Mikhmon or the router exports (CSV or script), the vouchers or recharges of PHPNuxBill, vouchers of UniFi, or a sheet of your own as CSV.",
          )}
        </Text>
        <Hint>
          {t(
            "A sheet of your own has headings: code, and if need be plan, expires, phone, mac. 10,000 rows at most.",
          )}
        </Hint>
        {fault ? (
          <Alert color="red" variant="light" role="alert">
            {fault}
          </Alert>
        ) : null}
        <FileButton
          accept=".csv,.txt,.tsv,.rsc,text/csv,text/plain"
          onChange={(file) => void choose(file)}
          inputProps={{ "aria-label": t("CSV file") }}
        >
          {(props) => (
            <Button {...props} icon={IconFileUpload} busy={busy} w="fit-content">
              {t("Choose a file")}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Card>
  );
}

/** @returns what is wrong, in words */
async function readChosen(file: File): Promise<ChosenFile | string> {
  if (file.size > mostBytes) return t("This file is too large. Split it into files of 10,000 rows.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes))
    return t("This is a spreadsheet's own file. Open it there, and save it as CSV (UTF-8).");
  const text = textOf(bytes);
  const content = readFile(text);
  if (!content)
    return t(
      "No column of this file is known. Write a line above its rows that names them: code, plan, expires.",
    );
  if (content.rows.length === 0) return t("There are no rows in this file.");
  if (content.rows.length > mostRows)
    return t("This file has more than 10,000 rows. Split it, and import the parts one after another.");
  return { name: file.name, hash: await hashOf(text), content };
}
