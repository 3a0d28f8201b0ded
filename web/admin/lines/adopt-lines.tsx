import { SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Package } from "#contract/lines";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { isMissing, Missing } from "../../console/loaded.tsx";
import { useChosenRouter } from "../use-chosen-router.ts";
import { RouterChoice } from "./adopt-choice.tsx";
import { useAdoptDevices } from "./adopt-devices.tsx";
import { useAdoptNames } from "./adopt-names.tsx";
import { type Adopted, BroughtIn } from "./brought-in.tsx";

type Props = { packages: UseQueryResult<Package[]>; onClose: () => void };
type Kind = "names" | "devices";

/** What a router has already, names that dial in or devices of a network: read, chosen, and brought in as it is. */
export function AdoptLines(props: Props) {
  const [done, setDone] = useState<{ adopted: Adopted; kind: Kind } | null>(null);
  if (done)
    return <BroughtIn adopted={done.adopted} isOfDevices={done.kind === "devices"} onClose={props.onClose} />;
  return <Choosing {...props} onDone={setDone} />;
}

function Choosing(props: Props & { onDone: (done: { adopted: Adopted; kind: Kind }) => void }) {
  const { packages, onClose, onDone } = props;
  const [kind, setKind] = useState<Kind>("names");
  const { routerId, setRouter } = useChosenRouter();
  const of = (one: Kind) => ({
    packages,
    routerId,
    isShown: one === kind,
    onDone: (adopted: Adopted) => onDone({ adopted, kind: one }),
  });
  const names = useAdoptNames(of("names"));
  const devices = useAdoptDevices(of("devices"));
  const shown = kind === "names" ? names : devices;
  const { count } = shown;
  return (
    <FormModal
      onClose={onClose}
      title={t("Bring in from a router")}
      isLong
      {...shown.modal}
      action={t("{count, plural, one {Bring in # line} other {Bring in # lines}}", { count })}
      busyAction={t("Saving...")}
      disabled={!shown.isReady}
    >
      <SegmentedControl
        aria-label={t("What is brought in")}
        fullWidth
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={[
          { value: "names", label: t("PPPoE names") },
          { value: "devices", label: t("Devices of a network") },
        ]}
      />
      {isMissing(packages) ? (
        <Missing query={packages} failed={{ title: t("Not loaded"), text: t("Please try again.") }} />
      ) : null}
      <RouterChoice value={routerId} onChange={setRouter} />
      {shown.body}
    </FormModal>
  );
}
