import { Tabs } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { t } from "../../console/language.ts";
import { useUrlState } from "../../console/list-params.ts";
import { LoadingRows, PageHead } from "../../console/loaded.tsx";
import { PageTabs } from "../../console/page-tabs.tsx";
import { ChooseFile, type ChosenFile } from "../hotspot-imports/choose-file.tsx";
import { ImportFile } from "../hotspot-imports/import-file.tsx";
import { PastImports } from "../hotspot-imports/past-imports.tsx";

const Lines = lazy(async () => ({ default: (await import("../line-imports/lines-tab.tsx")).LinesTab }));

const place = { tab: "vouchers" };

/** What comes over from another system: vouchers and hotspot users, or homes and offices with their lines. */
export function ImportPage() {
  const [url, change] = useUrlState(place);
  const tab = url.tab === "lines" ? "lines" : "vouchers";
  const isOfLines = tab === "lines";
  return (
    <>
      <PageHead
        title={t("Import")}
        help={isOfLines ? "provider#moving-lines" : "provider#moving-here"}
        text={
          isOfLines
            ? t("Bring home and office customers over from another system, with their lines and balances.")
            : t("Bring vouchers and customers over from another system. Printed codes go on working.")
        }
      />
      <Tabs value={tab} onChange={(name) => change({ tab: name ?? "" })} keepMounted={false}>
        <PageTabs
          names={{ vouchers: t("Vouchers and hotspot"), lines: t("Homes and offices") }}
          chosen={tab}
        />
        <Tabs.Panel value="vouchers">
          <Vouchers />
        </Tabs.Panel>
        <Tabs.Panel value="lines">
          <Suspense fallback={<LoadingRows rows={2} height={120} label={t("Loading …")} />}>
            <Lines />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Vouchers() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  return (
    <>
      {file ? (
        <ImportFile key={file.hash} file={file} onAnother={() => setFile(null)} />
      ) : (
        <ChooseFile onChosen={setFile} />
      )}
      <PastImports />
    </>
  );
}
