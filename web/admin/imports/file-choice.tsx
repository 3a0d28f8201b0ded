import { Alert, Card, FileButton, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { isWorkbook, textOf } from "./read-bytes.ts";
import { hashOf } from "./send-in-chunks.ts";

export type Chosen<Content> = { name: string; hash: string; content: Content };

const mostBytes = 5_000_000;

/** How a file of one kind is read, and what is said of one that is none. */
export type FileKind<Content> = {
  text: string;
  hint: string;
  read: (text: string) => Content | null;
  unknown: string;
  mostRows: number;
  tooLarge: string;
  tooMany: string;
};

/** The file is read here; nothing leaves the browser before it was looked at. */
export function FileChoice<Content extends { rows: readonly unknown[] }>(props: {
  kind: FileKind<Content>;
  onChosen: (file: Chosen<Content>) => void;
}) {
  const { kind, onChosen } = props;
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setFault(null);
    const read = await readChosen(file, kind).catch(() => t("This file can't be read."));
    setBusy(false);
    if (typeof read === "string") setFault(read);
    else onChosen(read);
  };
  return (
    <Card maw={720} mb="xl">
      <Stack>
        <Text>{kind.text}</Text>
        <Hint>{kind.hint}</Hint>
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
          {(button) => (
            <Button {...button} icon={IconFileUpload} busy={busy} w="fit-content">
              {t("Choose a file")}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Card>
  );
}

/** @returns what is wrong, in words */
async function readChosen<Content extends { rows: readonly unknown[] }>(
  file: File,
  { read, unknown, mostRows, tooLarge, tooMany }: FileKind<Content>,
): Promise<Chosen<Content> | string> {
  if (file.size > mostBytes) return tooLarge;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes))
    return t("This is a spreadsheet's own file. Open it there, and save it as CSV (UTF-8).");
  const text = textOf(bytes);
  const content = read(text);
  if (!content) return unknown;
  if (content.rows.length === 0) return t("There are no rows in this file.");
  if (content.rows.length > mostRows) return tooMany;
  return { name: file.name, hash: await hashOf(text), content };
}
