import { Select, TextInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Package } from "#contract/lines";
import type { useCallForm } from "../../console/call-form.ts";
import { t } from "../../console/language.ts";
import { isMissing, Missing } from "../../console/loaded.tsx";
import { keptFor, useRead } from "../api.ts";
import type { Adopted } from "./brought-in.tsx";

// What is asked wherever something of a router is brought in.

/** @property isShown of what is not, nothing is read */
export type Adopting = {
  packages: UseQueryResult<Package[]>;
  routerId: string;
  isShown: boolean;
  onDone: (adopted: Adopted) => void;
};

/** Of one window for both kinds. @property count how many are chosen @property isReady they can be brought in */
export type AdoptForm = {
  modal: ReturnType<typeof useCallForm>["modal"];
  body: ReactNode;
  count: number;
  isReady: boolean;
};

/** Which router; the only one is not asked for. */
export function RouterChoice(props: { value: string; onChange: (id: string) => void }) {
  const routers = useRead("listRouters", {}, keptFor(30_000));
  if (isMissing(routers))
    return <Missing query={routers} failed={{ title: t("Not loaded"), text: t("Please try again.") }} />;
  if (routers.data?.length === 1) return null;
  return (
    <Select
      label={t("Router")}
      allowDeselect={false}
      data={(routers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={props.value || null}
      onChange={(id) => props.onChange(id ?? "")}
    />
  );
}

export function PaidUntil(field: object) {
  return (
    <TextInput
      label={t("All are paid until")}
      description={t("The end of that day. Later, give days to whoever has paid for more.")}
      type="date"
      {...field}
    />
  );
}
