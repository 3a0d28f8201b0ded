import { useState } from "react";
import { ChooseLineFile, type ChosenLineFile } from "./choose-line-file.tsx";
import { ImportLines } from "./import-lines.tsx";
import { PastLineImports } from "./past-line-imports.tsx";

/** Customers of another system with their lines, from one CSV. */
export function LinesTab() {
  const [file, setFile] = useState<ChosenLineFile | null>(null);
  return (
    <>
      {file ? (
        <ImportLines key={file.hash} file={file} onAnother={() => setFile(null)} />
      ) : (
        <ChooseLineFile onChosen={setFile} />
      )}
      <PastLineImports />
    </>
  );
}
