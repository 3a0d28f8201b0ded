import { Card, Group, Stack, Text } from "@mantine/core";
import type * as z from "zod";
import type { bridgeUpdates } from "#contract/bridges";
import { confirmAction } from "../../console/confirm-action.tsx";
import { HelpLink } from "../../console/help-link.tsx";
import { Hint, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";

type Updates = z.output<typeof bridgeUpdates.answer>;
type Act = "start" | "stop" | "go_on";

/** Which versions the bridges run, and the update of all of them: nothing before the first bridge dialled in. */
export function BridgeUpdates() {
  const { data } = useRead("bridgeUpdates", {}, polled(30_000));
  const steer = useAct("steerBridgeUpdates", ["/api/superadmin/bridge-updates", "/api/superadmin/bridges"]);
  if (data === undefined || data.versions.length === 0) return null;
  const act = (what: Act) =>
    void steer
      .mutateAsync({ body: { act: what } })
      .catch(toastFailure(t("Update Failed"), t("The update of the bridges was not changed")));
  return (
    <Card padding="sm" component="section" aria-label={t("Versions of the bridges")}>
      <Group justify="space-between" gap="sm">
        <Stack gap={4}>
          <Text fw={600}>{versionsOf(data)}</Text>
          <Group gap="xs">
            <Hint>{t("The server has version {version}.", { version: data.version })}</Hint>
            <HelpLink topic="operator#bridge-updates" about={t("Versions of the bridges")} />
          </Group>
          <Progress updates={data} />
          <ByOthers older={data.older} />
        </Stack>
        <Steer updates={data} busy={steer.isPending} act={act} />
      </Group>
    </Card>
  );
}

const versionsOf = ({ versions }: Updates) =>
  versions
    .map(({ version, bridges }) =>
      t("{count, plural, one {# bridge} other {# bridges}} with {version}", { count: bridges, version }),
    )
    .join(" · ");

function Progress({ updates: { wave, older } }: { updates: Updates }) {
  if (wave === null || (wave.state === "ended" && older.itself > 0)) return null;
  const { state, version, step, done, updating, left, stoppedFor } = wave;
  const steps = [t("one bridge first"), t("one bridge in twenty"), t("all bridges")];
  const counts = t("{done} updated, {updating} under way, {left} left out.", { done, updating, left });
  if (state === "ended") return <Hint>{counts}</Hint>;
  return (
    <>
      <Group gap="xs">
        <StatusMark
          tone={state === "running" ? "wait" : "bad"}
          word={state === "running" ? t("Updating") : t("Stopped")}
        />
        <Text size="sm">
          {t("To {version}: {step}. {counts}", { version, step: steps[step] ?? "", counts })}
        </Text>
      </Group>
      {stoppedFor === "" ? null : (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {stoppedFor}
        </Text>
      )}
    </>
  );
}

/** Those to which no word of the console brings a version. */
function ByOthers({ older: { hand, image } }: Pick<Updates, "older">) {
  return (
    <>
      {hand === 0 ? null : (
        <Hint>
          {t(
            "{count, plural, one {# older one is} other {# older ones are}} updated at the machine, by the line on its card.",
            { count: hand },
          )}
        </Hint>
      )}
      {image === 0 ? null : (
        <Hint>
          {t(
            "{count, plural, one {# older one runs} other {# older ones run}} in a container, and gets a new image.",
            { count: image },
          )}
        </Hint>
      )}
    </>
  );
}

function Steer(props: { updates: Updates; busy: boolean; act: (what: Act) => void }) {
  const { updates, busy, act } = props;
  const { wave, older, isSigned, version } = updates;
  const button = (word: string, onClick: () => void) => (
    <SecondaryButton mih={44} busy={busy} onClick={onClick}>
      {word}
    </SecondaryButton>
  );
  if (wave?.state === "running") return button(t("Stop"), () => act("stop"));
  const ask = (what: Act, question: { title: string; action: string; text: string }) =>
    button(question.action, () => confirmAction({ ...question, onYes: () => act(what) }));
  if (wave?.state === "stopped" && wave.version === version)
    return ask("go_on", {
      title: t("Go on with the update?"),
      action: t("Go on"),
      text: t("Where it stopped at a bridge, it goes on without that one. The others follow step by step."),
    });
  if (older.itself === 0) return null;
  if (!isSigned) return <Hint>{t("This server's bridge is not signed: each one is updated by hand.")}</Hint>;
  return ask("start", {
    title: t("Update all bridges to version {version}?", { version }),
    action: t("Update bridges"),
    text: t(
      "One first, then one in twenty, then all. It stops by itself where one does not come back. Who is online stays online.",
    ),
  });
}
