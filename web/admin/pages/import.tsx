import { useState } from "react";
import { t } from "../../console/language.ts";
import { PageHead } from "../../console/loaded.tsx";
import { ChooseFile, type ChosenFile } from "../imports/choose-file.tsx";
import { ImportFile } from "../imports/import-file.tsx";
import { PastImports } from "../imports/past-imports.tsx";

/** Vouchers and customers of another system, from one CSV. */
export function ImportPage() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  return (
    <>
      <PageHead
        title={t("Import")}
        help="provider#moving-here"
        text={t("Bring vouchers and customers over from another system. Printed codes go on working.")}
      />
      {file ? (
        <ImportFile key={file.hash} file={file} onAnother={() => setFile(null)} />
      ) : (
        <ChooseFile onChosen={setFile} />
      )}
      <PastImports />
    </>
  );
}
