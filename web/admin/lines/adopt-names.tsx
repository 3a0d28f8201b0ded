import { IconLine } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { AdoptableSecret } from "#contract/adoption";
import { useCallForm } from "../../console/call-form.ts";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { type AdoptForm, type Adopting, PaidUntil } from "./adopt-choice.tsx";
import {
  type Adoptable,
  type AdoptedRow,
  AdoptedRows,
  bodyOf,
  canBringIn,
  chosenOf,
  endOfMonth,
  rowsOf,
  Totals,
} from "./adopted-rows.tsx";
import { linesPath, packagesPath } from "./format-line.ts";

/** Names that dial in over PPPoE. */
export function useAdoptNames({ packages: packagesQuery, routerId, isShown, onDone }: Adopting): AdoptForm {
  const secretsPath = `/api/admin/routers/${routerId}/secrets`;
  const secrets = useRead(
    "readSecrets",
    { params: { id: routerId } },
    { ...keptFor(60_000), enabled: isShown && routerId !== "" },
  );
  const adopt = useAct("adoptLines", [linesPath, packagesPath, secretsPath]);
  const packages = packagesQuery.data ?? [];
  const { form, modal } = useCallForm({
    initialValues: { until: endOfMonth(Date.now()), rows: [] as AdoptedRow[] },
    body: ({ until, rows }) => ({
      lines: chosenOf(rows).map((row) => ({ name: row.one.key, ...bodyOf(row, until) })),
    }),
    send: (body, key) => adopt.mutateAsync({ params: { id: routerId }, body, key }),
    failure: { text: t("Not saved. Please try again.") },
    fieldOf: { lines: "until" },
    onDone,
  });
  const { setFieldValue } = form;
  const [read, known] = [secrets.data?.secrets, packagesQuery.data];
  const shown = useRef(routerId);
  useEffect(() => {
    // What was typed is of that router.
    const isSame = shown.current === routerId;
    shown.current = routerId;
    setFieldValue("rows", (rows) =>
      read && known ? rowsOf(read.map(adoptableOf), known, isSame ? rows : []) : [],
    );
  }, [routerId, read, known, setFieldValue]);
  const { rows } = form.values;
  const body = (
    <>
      <Hint>{t("Names that dial in there become lines. Nothing of a running connection changes.")}</Hint>
      {routerId === "" ? null : (
        <Loaded
          query={secrets}
          loading={<LoadingRows rows={5} height={64} label={t("The router is read …")} />}
          failed={{ title: t("The router was not read"), text: t("Please try again.") }}
        >
          {({ left }) =>
            rows.length === 0 ? (
              <Empty
                icon={<IconLine size={28} aria-hidden />}
                title={t("Nothing dials in there")}
                text={t("The router has no PPPoE names. Add lines one by one.")}
              />
            ) : (
              <>
                <PaidUntil {...form.getInputProps("until")} />
                <Totals rows={rows} packages={packages} left={left} />
                <AdoptedRows
                  label={t("PPPoE names")}
                  rows={rows}
                  packages={packages}
                  onChange={(index, row) => setFieldValue(`rows.${index}`, row)}
                />
              </>
            )
          }
        </Loaded>
      )}
    </>
  );
  return { modal, body, count: chosenOf(rows).length, isReady: canBringIn(rows, packages) };
}

function adoptableOf(secret: AdoptableSecret): Adoptable {
  const { name, isOff, isDialled, uploadMbps, downloadMbps, customer, hindrance } = secret;
  const state = isOff ? t("switched off there") : isDialled ? t("dialled in") : t("not dialled in");
  const shown = { key: name, title: name, uploadMbps, downloadMbps, customer, hindrance };
  return { ...shown, isUsual: !isOff, facts: [state] };
}
