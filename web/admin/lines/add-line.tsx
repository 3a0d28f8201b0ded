import { Anchor, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { AddLine as AddLineBody, Line, Package } from "#contract/lines";
import { formatAccountCode } from "#contract/values/account-code";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { Button, Fact, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { isMissing, Missing } from "../../console/loaded.tsx";
import { keptFor, may, useAct, useRead } from "../api.ts";
import { addresses, lineImportAddress } from "../navigation.ts";
import { DeviceFields, type DeviceValues } from "./device-fields.tsx";
import { accountNumber, linesPath, packagesPath, priceText } from "./format-line.ts";
import { LineBy } from "./line-by.tsx";
import { PayLink } from "./pay-link.tsx";
import { PppoePassword, plainText } from "./pppoe-password.tsx";

type By = DeviceValues & { kind: "pppoe" | "device"; login: string; password: string };

/** What the line is by: a name that dials in, or a device in a network. */
function byOf({ kind, login, password, mac, network, address, closes }: By): Partial<AddLineBody> {
  if (kind === "pppoe") return { login: login.trim(), password };
  const typed = address.trim() === "" ? {} : { address: address.trim() };
  return { device: { mac, network, ...typed, ...(closes && { closes }) } };
}

type Made = { line: Line; message: string; password: string };
type Props = {
  /** Absent: a new one. */
  customer?: Line["customer"];
  packages: UseQueryResult<Package[]>;
  onClose: () => void;
  /** What a router has already is brought in instead. */
  onBringIn: () => void;
};

/** First whose line it is and how it dials, then what its customer needs to pay. */
export function AddLine({ customer, packages, onClose, onBringIn }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <MadeLine made={made} onClose={onClose} />;
  return (
    <LineForm
      customer={customer}
      packages={packages}
      onMade={setMade}
      onClose={onClose}
      onBringIn={onBringIn}
    />
  );
}

/** What there is one of needs no choice. */
const only = (all: readonly { id: string }[] | undefined) => (all?.length === 1 ? (all[0]?.id ?? "") : "");
const notLoaded = () => ({ title: t("Not loaded"), text: t("Please try again.") });

function LineForm(props: {
  customer: Line["customer"] | undefined;
  packages: UseQueryResult<Package[]>;
  onMade: (made: Made) => void;
  onClose: () => void;
  onBringIn: () => void;
}) {
  const { customer, packages, onMade, onClose, onBringIn } = props;
  const routers = useRead("listRouters", {}, keptFor(30_000));
  const add = useAct("addLine", [linesPath, packagesPath]);
  const { form, modal } = useCallForm({
    initialValues: {
      name: "",
      phoneNumber: "",
      routerId: only(routers.data),
      packageId: only(packages.data),
      kind: "pppoe" as "pppoe" | "device",
      login: "",
      password: "",
      mac: "",
      network: "",
      address: "",
      closes: false,
    },
    body: ({ name, phoneNumber, routerId, packageId, ...by }): AddLineBody => ({
      ...(customer
        ? { customerId: customer.id }
        : { customer: { name: name.trim(), phoneNumber: phoneNumber.trim() } }),
      routerId,
      packageId,
      ...byOf(by),
    }),
    fieldOf: {
      "device.network": "network",
      "device.address": "address",
      "device.closes": "closes",
      device: "mac",
    },
    send: (body, key) => add.mutateAsync({ body, key }),
    failure: { text: t("Not saved. Please try again.") },
    onDone: ({ line, message }, { password }) => onMade({ line, message, password }),
  });
  // They may arrive after the form opened.
  const [onlyRouter, onlyPackage] = [only(routers.data), only(packages.data)];
  const { getValues, setFieldValue } = form;
  useEffect(() => {
    if (getValues().routerId === "") setFieldValue("routerId", onlyRouter);
    if (getValues().packageId === "") setFieldValue("packageId", onlyPackage);
  }, [onlyRouter, onlyPackage, getValues, setFieldValue]);
  return (
    <FormModal
      onClose={onClose}
      title={t("Add a line")}
      {...modal}
      action={t("Save the line")}
      busyAction={t("Saving...")}
    >
      {customer ? (
        <KnownCustomer customer={customer} />
      ) : (
        <>
          {may("adoptLines") ? (
            <Hint>
              {t("Does a router have customers already?")}{" "}
              <Anchor component="button" type="button" inherit underline="always" onClick={onBringIn}>
                {t("Bring them in")}
              </Anchor>{" "}
              {t("Or another system?")}{" "}
              <Anchor component={Link} inherit underline="always" to={lineImportAddress}>
                {t("From a file")}
              </Anchor>
            </Hint>
          ) : null}
          <TextInput
            label={t("Customer's name")}
            withAsterisk
            maxLength={80}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("Phone number")}
            placeholder="0712 345 678"
            withAsterisk
            type="tel"
            inputMode="tel"
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps("phoneNumber")}
          />
        </>
      )}
      {isMissing(routers) ? <Missing query={routers} failed={notLoaded()} /> : null}
      <Select
        label={t("Router")}
        description={
          routers.data?.length !== 0 ? null : (
            <>
              {t("A line needs a router.")}{" "}
              <Anchor component={Link} inherit underline="always" to={addresses.routers}>
                {t("Add a router")}
              </Anchor>
            </>
          )
        }
        withAsterisk
        allowDeselect={false}
        data={(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("routerId")}
      />
      {isMissing(packages) ? <Missing query={packages} failed={notLoaded()} /> : null}
      <Select
        label={t("Package")}
        withAsterisk
        allowDeselect={false}
        data={(packages.data ?? []).map((one) => ({
          value: one.id,
          label: `${one.name} · ${priceText(one)}`,
        }))}
        {...form.getInputProps("packageId")}
      />
      <SegmentedControl
        fullWidth
        aria-label={t("What the line is by")}
        data={[
          { value: "pppoe", label: t("Dials in") },
          { value: "device", label: t("Fixed device") },
        ]}
        {...form.getInputProps("kind")}
      />
      {form.values.kind === "device" ? (
        <DeviceFields form={form} />
      ) : (
        <>
          <TextInput
            label={t("PPPoE name")}
            description={t("As the customer's device dials.")}
            withAsterisk
            maxLength={60}
            {...plainText}
            {...form.getInputProps("login")}
          />
          <PppoePassword
            onMake={(password) => form.setFieldValue("password", password)}
            {...form.getInputProps("password")}
          />
        </>
      )}
    </FormModal>
  );
}

function KnownCustomer({ customer: { name, number } }: { customer: Line["customer"] }) {
  return (
    <div>
      <Text fw={600}>{name}</Text>
      <Hint>
        {t("Account number")} {formatAccountCode(number)}
      </Hint>
    </div>
  );
}

/** The password is in no answer of the server: it is read here, or given anew. */
function MadeLine({ made: { line, message, password }, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Window onClose={onClose} title={t("Line added")} closeOnClickOutside={false}>
      <Stack>
        <Text role="status">{message}</Text>
        <SimpleGrid component="dl" cols={2} spacing="sm" m={0}>
          <Fact name={t("Account number")}>{accountNumber(line)}</Fact>
          <Fact name={t("Package")}>
            {line.packageName} · {priceText(line)}
          </Fact>
          <LineBy line={line} />
          {line.device === null ? <Fact name={t("PPPoE password")}>{password}</Fact> : null}
        </SimpleGrid>
        <Hint>
          {line.device === null
            ? t("Type both into the customer's device now: the password is not shown again.")
            : t(
                "Restart the device: it then has this address. One with an address set by hand needs this one.",
              )}
        </Hint>
        <PayLink line={line} />
        <Button onClick={onClose}>{t("Done")}</Button>
      </Stack>
    </Window>
  );
}
