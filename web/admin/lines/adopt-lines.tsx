import { Anchor, Card, Checkbox, NativeSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconLine } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AdoptableSecret } from "#contract/adoption";
import { mostAdopted } from "#contract/adoption";
import type { Package } from "#contract/lines";
import { nairobiDay } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Hint, PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, isMissing, Loaded, LoadingRows, Missing } from "../../console/loaded.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { type Adopted, BroughtIn } from "./brought-in.tsx";
import { linesPath, packagesPath, priceText } from "./format-line.ts";
import { monthOf } from "./month-money.ts";

type Props = { packages: UseQueryResult<Package[]>; onClose: () => void };

const failed = () => ({ title: t("Not loaded"), text: t("Please try again.") });

/** What dials in at a router already: read, chosen, and brought in as it is. */
export function AdoptLines({ packages, onClose }: Props) {
  const [adopted, setAdopted] = useState<Adopted | null>(null);
  if (adopted) return <BroughtIn adopted={adopted} onClose={onClose} />;
  return <Choosing packages={packages} onClose={onClose} onDone={setAdopted} />;
}

function Choosing(props: Props & { onDone: (adopted: Adopted) => void }) {
  const { packages: packagesQuery, onClose, onDone } = props;
  const routers = useRead("listRouters", {}, keptFor(30_000));
  const [chosenRouter, setRouter] = useState("");
  const routerId = chosenRouter || (routers.data?.length === 1 ? (routers.data[0]?.id ?? "") : "");
  const secretsPath = `/api/admin/routers/${routerId}/secrets`;
  const secrets = useRead(
    "readSecrets",
    { params: { id: routerId } },
    { ...keptFor(60_000), enabled: routerId !== "" },
  );
  const adopt = useAct("adoptLines", [linesPath, packagesPath, secretsPath]);
  const packages = packagesQuery.data ?? [];
  const { form, modal } = useCallForm({
    initialValues: { until: endOfMonth(Date.now()), rows: [] as Row[] },
    body: ({ until, rows }) => ({
      lines: rows
        .filter(({ isChosen }) => isChosen)
        .map(({ secret, name, phoneNumber, packageId }) => ({
          name: secret.name,
          customer: { name: name.trim(), phoneNumber: phoneNumber.trim() || null },
          packageId,
          paidUntil: `${until}T23:59:59+03:00`,
        })),
    }),
    send: (body, key) => adopt.mutateAsync({ params: { id: routerId }, body, key }),
    failure: { text: t("Not saved. Please try again.") },
    fieldOf: { lines: "until" },
    onDone,
  });
  const { setFieldValue } = form;
  const [read, known] = [secrets.data?.secrets, packagesQuery.data];
  // Read again meanwhile, what was typed stays.
  useEffect(() => {
    setFieldValue("rows", (rows) => {
      const typed = new Map(rows.map((row) => [row.secret.name, row]));
      return read && known ? read.map((secret) => rowOf(secret, known, typed)) : [];
    });
  }, [read, known, setFieldValue]);
  const { rows } = form.values;
  const chosen = rows.filter(({ isChosen }) => isChosen);
  const priced = chosen.flatMap(({ packageId }) => packages.filter(({ id }) => id === packageId));
  const isWhole = priced.length === chosen.length;
  return (
    <FormModal
      onClose={onClose}
      title={t("Bring in from a router")}
      isLong
      {...modal}
      action={t("{count, plural, one {Bring in # line} other {Bring in # lines}}", { count: chosen.length })}
      busyAction={t("Saving...")}
      disabled={chosen.length === 0 || !isWhole || chosen.length > mostAdopted}
    >
      <Hint>{t("Names that dial in there become lines. Nothing of a running connection changes.")}</Hint>
      {isMissing(routers) ? <Missing query={routers} failed={failed()} /> : null}
      {isMissing(packagesQuery) ? <Missing query={packagesQuery} failed={failed()} /> : null}
      {routers.data?.length === 1 ? null : (
        <Select
          label={t("Router")}
          allowDeselect={false}
          data={(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={routerId || null}
          onChange={(id) => {
            setFieldValue("rows", []);
            setRouter(id ?? "");
          }}
        />
      )}
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
                <TextInput
                  label={t("All are paid until")}
                  description={t("The end of that day. Later, give days to whoever has paid for more.")}
                  type="date"
                  {...form.getInputProps("until")}
                />
                <Text size="sm" fw={500} role="status">
                  {isWhole
                    ? t("{count, plural, one {# line} other {# lines}}: {amount} a month", {
                        count: chosen.length,
                        amount: kes(monthOf(priced)),
                      })
                    : t("Choose a package for each line.")}
                </Text>
                {chosen.length > mostAdopted ? (
                  <Hint>
                    {t("{most} at most at once: leave some for the next time.", { most: mostAdopted })}
                  </Hint>
                ) : null}
                {left > 0 ? <Hint>{t("{count} more are at the router.", { count: left })}</Hint> : null}
                <Rows
                  rows={rows}
                  packages={packages}
                  onChange={(index, row) => setFieldValue(`rows.${index}`, row)}
                />
              </>
            )
          }
        </Loaded>
      )}
    </FormModal>
  );
}

function Rows(props: {
  rows: readonly Row[];
  packages: readonly Package[];
  onChange: (index: number, row: Row) => void;
}) {
  const { rows, packages, onChange } = props;
  const [shown, setShown] = useState(50);
  return (
    <>
      <PlainList gap="xs" aria-label={t("PPPoE names")}>
        {rows.slice(0, shown).map((row, index) => (
          <SecretCard
            key={row.secret.name}
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
function endOfMonth(now: number): string {
  const [year = 0, month = 0, day = 0] = nairobiDay(now).split("-").map(Number);
  const last = (of: number) => new Date(Date.UTC(year, of, 0));
  const ahead = last(month).getUTCDate() - day < 5 ? 1 : 0;
  return last(month + ahead)
    .toISOString()
    .slice(0, 10);
}

type Row = {
  secret: AdoptableSecret;
  isChosen: boolean;
  name: string;
  phoneNumber: string;
  packageId: string;
};

/** The package with the speed that it has there, or the only one. */
function packageFor({ uploadMbps, downloadMbps }: AdoptableSecret, packages: readonly Package[]): string {
  const alike = packages.filter((one) => one.uploadMbps === uploadMbps && one.downloadMbps === downloadMbps);
  const fitting = alike.length > 0 ? alike : packages.length === 1 ? packages : [];
  return fitting[0]?.id ?? "";
}

function rowOf(secret: AdoptableSecret, packages: readonly Package[], typed: ReadonlyMap<string, Row>): Row {
  const before = typed.get(secret.name);
  if (before) return { ...before, secret, isChosen: before.isChosen && secret.hindrance === null };
  const { name, phoneNumber } = secret.customer;
  const isChosen = secret.hindrance === null && !secret.isOff;
  const phone = phoneNumber === null ? "" : formatPhone(phoneNumber);
  return { secret, isChosen, name, phoneNumber: phone, packageId: packageFor(secret, packages) };
}

/** One line of words until it is to be changed, or lacks something. */
function SecretCard(props: {
  row: Row;
  packages: readonly Package[];
  onChange: (changes: Partial<Row>) => void;
}) {
  const { row, packages, onChange } = props;
  const { secret, isChosen, name, phoneNumber, packageId } = row;
  const [isOpen, setOpen] = useState(false);
  const known = packages.find(({ id }) => id === packageId);
  const state = secret.isOff
    ? t("switched off there")
    : secret.isDialled
      ? t("dialled in")
      : t("not dialled in");
  const words = [
    name === secret.name ? "" : name,
    phoneNumber || t("no phone"),
    known?.name ?? t("no package"),
    state,
  ];
  return (
    <Card component="li" padding="sm">
      <Checkbox
        size="md"
        checked={isChosen}
        disabled={secret.hindrance !== null}
        onChange={({ currentTarget }) => onChange({ isChosen: currentTarget.checked })}
        label={secret.name}
        description={secret.hindrance ?? words.filter((one) => one !== "").join(" · ")}
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
              ...packages.map((one) => ({ value: one.id, label: `${one.name} · ${priceText(one)}` })),
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
          aria-label={t("Change {name}", { name: secret.name })}
          onClick={() => setOpen(true)}
        >
          {t("Change")}
        </Anchor>
      ) : null}
    </Card>
  );
}
