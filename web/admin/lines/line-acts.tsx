import { SimpleGrid } from "@mantine/core";
import { IconCalendarPlus, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { Line } from "#contract/lines";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Fold } from "../../console/fold.tsx";
import { besideOthers, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { may, useAct } from "../api.ts";
import { linesPath } from "./format-line.ts";

const GiveDays = lazy(async () => ({ default: (await import("./line-forms.tsx")).GiveDays }));
const ChangePackage = lazy(async () => ({ default: (await import("./line-forms.tsx")).ChangePackage }));
const ChangeCustomer = lazy(async () => ({ default: (await import("./line-forms.tsx")).ChangeCustomer }));
const NewPassword = lazy(async () => ({ default: (await import("./line-forms.tsx")).NewPassword }));
const ChangeBlocking = lazy(async () => ({ default: (await import("./line-forms.tsx")).ChangeBlocking }));

const MoveLine = lazy(async () => ({ default: (await import("./line-forms.tsx")).MoveLine }));
const ReplaceDevice = lazy(async () => ({ default: (await import("./device-forms.tsx")).ReplaceDevice }));
const StrictNetwork = lazy(async () => ({ default: (await import("./device-forms.tsx")).StrictNetwork }));

type Doing =
  | "days"
  | "package"
  | "blocking"
  | "customer"
  | "password"
  | "router"
  | "device"
  | "network"
  | null;

/** What can be done with a line by hand; what is rare is folded away. */
export function LineActs({ line, onGone }: { line: Line; onGone: () => void }) {
  const [doing, setDoing] = useState<Doing>(null);
  const [isOpen, setOpen] = useState(false);
  const stop = () => setDoing(null);
  const rare = [may("changeLinePackage"), may("setLineBlocking"), may("saveCustomer"), may("removeLine")];
  return (
    <>
      <SimpleGrid cols={2} spacing="xs">
        {may("giveLineDays") ? (
          <SecondaryButton icon={IconCalendarPlus} {...besideOthers} onClick={() => setDoing("days")}>
            {t("Give days")}
          </SecondaryButton>
        ) : null}
        <Pause line={line} />
      </SimpleGrid>
      {rare.includes(true) ? (
        <Fold title={t("More for this line")} summary="" isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          {may("changeLinePackage") ? (
            <SecondaryButton onClick={() => setDoing("package")}>{t("Change the package")}</SecondaryButton>
          ) : null}
          {may("setLineBlocking") ? (
            <SecondaryButton onClick={() => setDoing("blocking")}>{t("When it is blocked")}</SecondaryButton>
          ) : null}
          {may("saveCustomer") ? (
            <SecondaryButton onClick={() => setDoing("customer")}>
              {t("Change name, phone or e-mail")}
            </SecondaryButton>
          ) : null}
          {may("setLinePassword") && line.device === null ? (
            <SecondaryButton onClick={() => setDoing("password")}>{t("New PPPoE password")}</SecondaryButton>
          ) : null}
          {may("moveLine") && line.device === null ? (
            <SecondaryButton onClick={() => setDoing("router")}>
              {t("Move to another router")}
            </SecondaryButton>
          ) : null}
          {may("replaceDevice") && line.device !== null ? (
            <SecondaryButton onClick={() => setDoing("device")}>{t("Replace the device")}</SecondaryButton>
          ) : null}
          {may("setNetwork") && line.device !== null ? (
            <SecondaryButton onClick={() => setDoing("network")}>
              {t("Who is answered in {network}", { network: line.device.network })}
            </SecondaryButton>
          ) : null}
          {may("handBackLines") && line.isAdopted ? <HandBack line={line} onGone={onGone} /> : null}
          {may("removeLine") ? <Remove line={line} onGone={onGone} /> : null}
        </Fold>
      ) : null}
      <Suspense fallback={null}>
        {doing === "days" ? <GiveDays line={line} onClose={stop} /> : null}
        {doing === "package" ? <ChangePackage line={line} onClose={stop} /> : null}
        {doing === "password" ? <NewPassword line={line} onClose={stop} /> : null}
        {doing === "router" ? <MoveLine line={line} onClose={stop} onGone={onGone} /> : null}
        {doing === "device" ? <ReplaceDevice line={line} onClose={stop} /> : null}
        {doing === "network" && line.device !== null ? (
          <StrictNetwork line={line} device={line.device} onClose={stop} />
        ) : null}
        {doing === "customer" ? <ChangeCustomer line={line} onClose={stop} /> : null}
        {doing === "blocking" ? <ChangeBlocking line={line} onClose={stop} /> : null}
      </Suspense>
    </>
  );
}

/** Only what is paid can be paused. */
function Pause({ line }: { line: Line }) {
  const pause = useAct("pauseLine", [linesPath]);
  const resume = useAct("resumeLine", [linesPath]);
  if (!may("pauseLine")) return null;
  const params = { id: line.id };
  const then = (title: string) => ({
    onSuccess: ({ message }: { message: string }) => toastSuccess(title, message),
    onError: toastFailure(t("Not saved"), t("Please try again.")),
  });
  if (line.standing === "paused")
    return (
      <SecondaryButton
        icon={IconPlayerPlay}
        {...besideOthers}
        busy={resume.isPending}
        onClick={() => resume.mutate({ params }, then(t("Pause ended")))}
      >
        {t("End the pause")}
      </SecondaryButton>
    );
  if (line.standing !== "open") return null;
  return (
    <SecondaryButton
      icon={IconPlayerPause}
      {...besideOthers}
      busy={pause.isPending}
      onClick={() =>
        confirmAction({
          title: t("Pause the line of {name}?", { name: line.customer.name }),
          text: t("It is blocked until the pause ends. What is left of its time is kept."),
          action: t("Pause it"),
          onYes: () => pause.mutate({ params }, then(t("Line paused"))),
        })
      }
    >
      {t("Pause")}
    </SecondaryButton>
  );
}

function Remove({ line, onGone }: { line: Line; onGone: () => void }) {
  const remove = useAct("removeLine", [linesPath]);
  const { login, customer } = line;
  return (
    <SecondaryButton
      color="red"
      variant="outline"
      busy={remove.isPending}
      onClick={() =>
        confirmAction({
          title: t("Give up the line {login}?", { login }),
          text:
            line.device === null
              ? t(
                  "Its PPPoE name dials in no more. What is left of the running period is lost; periods that have not begun go back into the balance of {name}.",
                  { name: customer.name },
                )
              : t(
                  "Its device passes no more. What is left of the running period is lost; periods that have not begun go back into the balance of {name}.",
                  { name: customer.name },
                ),
          action: t("Give up the line"),
          onYes: () =>
            remove.mutate(
              { params: { id: line.id } },
              {
                onSuccess: ({ message }) => {
                  toastSuccess(t("Line given up"), message);
                  onGone();
                },
                onError: toastFailure(t("Not saved"), t("Please try again.")),
              },
            ),
        })
      }
    >
      {t("Give up the line")}
    </SecondaryButton>
  );
}

/** Of a line that its router had before. */
function HandBack({ line, onGone }: { line: Line; onGone: () => void }) {
  const handBack = useAct("handBackLines", [linesPath]);
  const { login, id } = line;
  return (
    <SecondaryButton
      busy={handBack.isPending}
      onClick={() =>
        confirmAction({
          title: t("Hand {login} back to the router?", { login }),
          text: line.device
            ? t(
                "It is the router's own again, and its lease as it was. With the last device of a network that is open to everybody again.",
              )
            : t(
                "It is the router's own again, with profile and comment as they were. Nothing is blocked by us then.",
              ),
          action: t("Hand back"),
          onYes: () =>
            handBack.mutate(
              { body: { lines: [id] } },
              {
                onSuccess: ({ message }) => {
                  toastSuccess(t("Handed back"), message);
                  onGone();
                },
                onError: toastFailure(t("Not saved"), t("Please try again.")),
              },
            ),
        })
      }
    >
      {t("Hand back to the router")}
    </SecondaryButton>
  );
}
