import { Anchor, Card, Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { mostAdopted } from "#contract/adoption";
import type { Package } from "#contract/lines";
import { nairobiDay } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { kes } from "../../console/format.ts";
import { Hint, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { priceText } from "./format-line.ts";
import { monthOf } from "./month-money.ts";

/** What a router has that may become a line: a PPPoE name, or a device of a network. */
export type Adoptable = {
  /** Names it in the call. */
  key: string;
  title: string;
  uploadMbps: number | null;
  downloadMbps: number | null;
  customer: { name: string; phoneNumber: string | null };
  hindrance: string | null;
  /** Chosen from the start. */
  isUsual: boolean;
  /** Behind customer and package: address, whether it is there. */
  facts: readonly string[];
};

export type AdoptedRow = {
  one: Adoptable;
  isChosen: boolean;
  name: string;
  phoneNumber: string;
  packageId: string;
};

/** The package with the speed that it has there, or the only one. */
function packageFor({ uploadMbps, downloadMbps }: Adoptable, packages: readonly Package[]): string {
  const alike = packages.filter((one) => one.uploadMbps === uploadMbps && one.downloadMbps === downloadMbps);
  const fitting = alike.length > 0 ? alike : packages.length === 1 ? packages : [];
  return fitting[0]?.id ?? "";
}

/** Read again meanwhile, what was typed stays. */
export function rowsOf(
  all: readonly Adoptable[],
  packages: readonly Package[],
  before: readonly AdoptedRow[],
): AdoptedRow[] {
  const typed = new Map(before.map((row) => [row.one.key, row]));
  return all.map((one) => {
    const known = typed.get(one.key);
    if (known) return { ...known, one, isChosen: known.isChosen && one.hindrance === null };
    const { name, phoneNumber } = one.customer;
    return {
      one,
      isChosen: one.hindrance === null && one.isUsual,
      name,
      phoneNumber: phoneNumber === null ? "" : formatPhone(phoneNumber),
      packageId: packageFor(one, packages),
    };
  });
}

export const chosenOf = (rows: readonly AdoptedRow[]) => rows.filter(({ isChosen }) => isChosen);

/** Of each that is chosen, as the calls take it. @param until a day */
export const bodyOf = ({ name, phoneNumber, packageId }: AdoptedRow, until: string) => ({
  customer: { name: name.trim(), phoneNumber: phoneNumber.trim() || null },
  packageId,
  paidUntil: `${until}T23:59:59+03:00`,
});

/** Whether all that is chosen can be brought in at once. */
export function canBringIn(rows: readonly AdoptedRow[], packages: readonly Package[]): boolean {
  const chosen = chosenOf(rows);
  return (
    chosen.length > 0 &&
    chosen.length <= mostAdopted &&
    chosen.every(({ packageId }) => packages.some(({ id }) => id === packageId))
  );
}

/** What it comes to, and what is in its way. @param left how many more are at the router */
export function Totals(props: { rows: readonly AdoptedRow[]; packages: readonly Package[]; left: number }) {
  const { rows, packages, left } = props;
  const chosen = chosenOf(rows);
  const priced = chosen.flatMap(({ packageId }) => packages.filter(({ id }) => id === packageId));
  return (
    <>
      <Text size="sm" fw={500} role="status">
        {priced.length === chosen.length
          ? t("{count, plural, one {# line} other {# lines}}: {amount} a month", {
              count: chosen.length,
              amount: kes(monthOf(priced)),
            })
          : t("Choose a package for each line.")}
      </Text>
      {chosen.length > mostAdopted ? (
        <Hint>{t("{most} at most at once: leave some for the next time.", { most: mostAdopted })}</Hint>
      ) : null}
      {left > 0 ? <Hint>{t("{count} more are at the router.", { count: left })}</Hint> : null}
    </>
  );
}

export function AdoptedRows(props: {
  label: string;
  rows: readonly AdoptedRow[];
  packages: readonly Package[];
  onChange: (index: number, row: AdoptedRow) => void;
}) {
  const { label, rows, packages, onChange } = props;
  const [shown, setShown] = useState(50);
  return (
    <>
      <PlainList gap="xs" aria-label={label}>
        {rows.slice(0, shown).map((row, index) => (
          <RowCard
            key={row.one.key}
            row={row}
            packages={packages}
            onChange={(changes) => onChange(index, { ...row, ...changes })}
          />
        ))}
      </PlainList>
      {rows.length > shown ? (
        <Anchor component="button" type="button" mih={44} onClick={() => setShown(shown + 200)}>
          {t("Show {count} more", { count: rows.length - shown })}
        </Anchor>
      ) : null}
    </>
  );
}

/** The last day of this month in Nairobi; of the next one where few are left. */
export function endOfMonth(now: number): string {
  const [year = 0, month = 0, day = 0] = nairobiDay(now).split("-").map(Number);
  const last = (of: number) => new Date(Date.UTC(year, of, 0));
  const ahead = last(month).getUTCDate() - day < 5 ? 1 : 0;
  return last(month + ahead)
    .toISOString()
    .slice(0, 10);
}

/** One line of words until it is to be changed, or lacks something. */
function RowCard(props: {
  row: AdoptedRow;
  packages: readonly Package[];
  onChange: (changes: Partial<AdoptedRow>) => void;
}) {
  const { row, packages, onChange } = props;
  const { one, isChosen, name, phoneNumber, packageId } = row;
  const [isOpen, setOpen] = useState(false);
  const known = packages.find(({ id }) => id === packageId);
  const words = [
    name === one.title ? "" : name,
    phoneNumber || t("no phone"),
    known?.name ?? t("no package"),
    ...one.facts,
  ];
  return (
    <Card component="li" padding="sm">
      <Checkbox
        size="md"
        checked={isChosen}
        disabled={one.hindrance !== null}
        onChange={({ currentTarget }) => onChange({ isChosen: currentTarget.checked })}
        label={one.title}
        description={one.hindrance ?? words.filter((one) => one !== "").join(" · ")}
        styles={{ label: { overflowWrap: "anywhere" } }}
      />
      {isChosen && (isOpen || !known) ? (
        <Stack gap="xs" mt="xs">
          <NativeSelect
            label={t("Package")}
            value={packageId}
            onChange={({ currentTarget }) => onChange({ packageId: currentTarget.value })}
            data={[
              { value: "", label: t("Choose") },
              ...packages.map((each) => ({ value: each.id, label: `${each.name} · ${priceText(each)}` })),
            ]}
          />
          <TextInput
            label={t("Customer's name")}
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <TextInput
            label={t("Phone number")}
            type="tel"
            inputMode="tel"
            maxLength={40}
            value={phoneNumber}
            onChange={({ currentTarget }) => onChange({ phoneNumber: currentTarget.value })}
          />
        </Stack>
      ) : null}
      {isChosen && known && !isOpen ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mih={44}
          pl={36}
          ta="left"
          aria-label={t("Change {name}", { name: one.title })}
          onClick={() => setOpen(true)}
        >
          {t("Change")}
        </Anchor>
      ) : null}
    </Card>
  );
}
