import { Group } from "@mantine/core";
import { Link } from "react-router";
import type { Import } from "#contract/imports";
import { Button } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { callApi, useRead } from "../api.ts";
import { PastCard, PastList, UndoButton } from "../imports/past-list.tsx";
import { addresses } from "../navigation.ts";
import { refreshedPaths } from "./import-file.tsx";

export function PastImports() {
  const { data: imports = [] } = useRead("listImports", {}, { staleTime: 0 });
  return (
    <PastList title={t("Imports so far")}>
      {imports.map((one) => (
        <PastImport key={one.id} one={one} />
      ))}
    </PastList>
  );
}

function PastImport({ one }: { one: Import }) {
  const { id, vouchers, usedVouchers, devices, undoneAt } = one;
  return (
    <PastCard
      one={one}
      figures={t(
        "{vouchers, plural, one {# voucher} other {# vouchers}}, {usedVouchers} used, {devices, plural, one {# device with time} other {# devices with time}}",
        { vouchers, usedVouchers, devices },
      )}
    >
      <Group gap="xs" mt="xs">
        {vouchers > 0 ? (
          <Button component={Link} to={`${addresses.vouchers}?batchId=${id}`} variant="subtle">
            {t("Its vouchers")}
          </Button>
        ) : null}
        {undoneAt === null ? <UndoImport one={one} /> : null}
      </Group>
    </PastCard>
  );
}

function UndoImport({ one: { id, fileName, usedVouchers } }: { one: Import }) {
  return (
    <UndoButton
      label={t("Undo the import of {fileName}", { fileName })}
      question={{
        title: t("Undo the import of {fileName}?", { fileName }),
        text:
          usedVouchers === 0
            ? t(
                "Its vouchers stop working, and time that no device has used ends. You can import the file again.",
              )
            : t("What was used stays. The rest stops working. You can import the file again."),
        action: t("Undo the import"),
      }}
      undo={() => callApi("undoImport", { params: { id } })}
      told={({ undone, leftAlone }) =>
        leftAlone === 0
          ? t("{undone, plural, one {# row taken back} other {# rows taken back}}", { undone })
          : t("{undone} taken back. {leftAlone} stay: they were used already.", { undone, leftAlone })
      }
      refreshes={refreshedPaths}
    />
  );
}
