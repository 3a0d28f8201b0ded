import { Alert, Code, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconDownload } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { NewRouterSetup, RouterSetup } from "#contract/router-setup";
import { minuteMs } from "#contract/values/time";
import { type Form, useCallForm } from "./call-form.ts";
import { polled, type Reading } from "./calls.ts";
import { CopyButton } from "./copy-button.tsx";
import { minutesSeconds, useCountdown } from "./countdown.ts";
import { saveFile } from "./csv.ts";
import { FormModal, Window } from "./form-modal.tsx";
import { Button, Hint, SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows } from "./loaded.tsx";
import { SendLine } from "./send-line.tsx";
import { TunnelSteps } from "./tunnel-steps.tsx";

const lineMs = 30 * minuteMs;

/** The line is long: a phone shows its beginning, and it is copied by a button. */
const lineBox = {
  mah: 180,
  tabIndex: 0,
  style: { whiteSpace: "pre-wrap", overflowWrap: "anywhere", overflow: "auto" },
} as const;

type SetupFields = {
  routerosVersion: RouterSetup["routerosVersion"];
  interface: string;
  /** Absent where it comes in by a tunnel. */
  bridgeAddress?: string;
};

type OfRouter = { params: { id: string } };

export type SetUpRouterProps = {
  router: { id: string; name: string };
  calls: {
    useRead: (name: "readRouterSetup", of: OfRouter, reading: Reading) => UseQueryResult<RouterSetup>;
    callApi: (name: "createRouterSetup", input: OfRouter & { body: SetupFields }) => Promise<NewRouterSetup>;
  };
  /** A line that was made already. */
  made?: NewRouterSetup;
  onClose: () => void;
};

type Step = { at: "ask" } | { at: "undo" } | { at: "line"; made: NewRouterSetup };

/** A MikroTik router becomes a hotspot of ours by one line in its terminal; and back. */
export function SetUpRouter(props: SetUpRouterProps) {
  const { router, calls } = props;
  const setup = calls.useRead("readRouterSetup", { params: { id: router.id } }, polled(4_000));
  const [step, setStep] = useState<Step>(props.made ? { at: "line", made: props.made } : { at: "ask" });
  const { data } = setup;
  if (data && step.at === "line")
    return (
      <ShowLine
        key={step.made.id}
        {...props}
        made={step.made}
        setup={data}
        onAgain={() => setStep({ at: "ask" })}
      />
    );
  if (data && step.at === "undo")
    return <UndoScript {...props} setup={data} onBack={() => setStep({ at: "ask" })} />;
  if (data)
    return (
      <AskForSetup
        {...props}
        setup={data}
        onMade={(made) => setStep({ at: "line", made })}
        onUndo={() => setStep({ at: "undo" })}
      />
    );
  return (
    <SetUpWindow {...props}>
      <Loaded
        query={setup}
        loading={<LoadingRows rows={3} height={56} label={t("Asking the bridge where it stands …")} />}
        failed={{ title: t("Error Loading the Set-up"), text: t("Failed to load the set-up.") }}
      >
        {() => null}
      </Loaded>
    </SetUpWindow>
  );
}

function SetUpWindow(props: SetUpRouterProps & { children: ReactNode }) {
  return (
    <Window onClose={props.onClose} title={t("Set up {name}", { name: props.router.name })} size="lg">
      <Stack>{props.children}</Stack>
    </Window>
  );
}

function AskForSetup(
  props: SetUpRouterProps & {
    setup: RouterSetup;
    onMade: (made: NewRouterSetup) => void;
    onUndo: () => void;
  },
) {
  const { router, calls, setup, onMade, onUndo, onClose } = props;
  const isKnown = setup.tunnel !== null || setup.comesInAtHost === true;
  const { form, modal } = useCallForm({
    initialValues: {
      routerosVersion: setup.routerosVersion,
      interface: "bridge",
      bridgeAddress: setup.bridgeAddress ?? "",
    } as SetupFields,
    body: ({ bridgeAddress = "", ...rest }) =>
      isKnown ? rest : { ...rest, bridgeAddress: bridgeAddress.trim() },
    send: (body) => calls.callApi("createRouterSetup", { params: { id: router.id }, body }),
    failure: { text: t("Failed to make the line") },
    onDone: onMade,
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Set up {name}", { name: router.name })}
      size="lg"
      {...modal}
      action={t("Make the line")}
      busyAction={t("Making the line...")}
    >
      <Text size="sm">
        {t(
          "One line in the router's terminal makes it a hotspot that leads to your portal. What you set up there yourself stays; it can be pasted again, and taken back.",
        )}
      </Text>
      {setup.tunnel ? null : <VersionField form={form} />}
      <TextInput
        label={t("Interface of the visitors")}
        description={t(
          "Everybody on it must pay. On a home router as it comes it is bridge; choose another to keep an office network free.",
        )}
        maxLength={60}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps("interface")}
      />
      {isKnown ? null : (
        <TextInput
          label={t("Address of the bridge's machine")}
          description={
            setup.bridgeAddress === null
              ? t("Your bridge cannot say it right now: its machine's own address in the router's network.")
              : t("From there alone the router may be controlled. The bridge gave this address itself.")
          }
          placeholder="192.168.88.10"
          inputMode="decimal"
          maxLength={15}
          {...form.getInputProps("bridgeAddress")}
        />
      )}
      <Group>
        <Button variant="subtle" size="compact-md" mih={44} icon={IconArrowBackUp} onClick={onUndo}>
          {t("Take a set-up back")}
        </Button>
      </Group>
    </FormModal>
  );
}

type Fields = Pick<Form<SetupFields>, "key" | "getInputProps">;

function VersionField({ form }: { form: Fields }) {
  return (
    <Radio.Group
      label={t("RouterOS version")}
      description={t("WinBox shows it in its title; System, Resources too.")}
      {...form.getInputProps("routerosVersion")}
    >
      <Group gap="lg" mt="xs">
        <Radio value="7.x" label={t("7.9 or newer")} />
        <Radio value="6.x" label={t("6.45 or newer of version 6")} />
      </Group>
    </Radio.Group>
  );
}

/** The script itself asks our server on the way, so that a file of it is no way round. */
function TunnelHint() {
  return (
    <Hint>
      {t(
        "The router runs it only from our server, whose certificate it checks. Where it can't, it says that nothing was run: set its clock (System, Clock), and let it reach the internet.",
      )}
    </Hint>
  );
}

function FileHints() {
  return (
    <>
      <Hint>
        {t(
          "The router runs it only from our server, whose certificate it checks; where it can't, it says that nothing was run. The file is the safer way then, and where its clock is wrong.",
        )}
      </Hint>
      <Hint>
        {t(
          "A router that may not fetch takes the script as a file: drag it into Files, then enter /import and its name. It holds a password: delete it afterwards.",
        )}
      </Hint>
    </>
  );
}

function ShowLine(
  props: SetUpRouterProps & { made: NewRouterSetup; setup: RouterSetup; onAgain: () => void },
) {
  const { router, made, setup, onAgain, onClose } = props;
  const leftMs = useCountdown(lineMs);
  const { latest } = setup;
  const isDone = latest?.id === made.id && latest.usedAt !== null;
  // The last answer may be older than this line.
  const isReplaced = latest !== null && latest.id !== made.id && latest.expiresAt > made.expiresAt;
  const isSeenElsewhere = latest?.id === made.id && latest.isSeenElsewhere;
  return (
    <SetUpWindow {...props}>
      {isSeenElsewhere ? (
        <Alert color="red" title={t("Somebody else asked for this line")} role="alert">
          <Stack gap="xs" align="start">
            {t(
              "It was asked for from two internet connections, and only the first got the script. If the router changed its connection, that is all. If not, somebody saw the line: make a new one, which ends this one.",
            )}
            <SecondaryButton onClick={onAgain}>{t("Make a new line")}</SecondaryButton>
          </Stack>
        </Alert>
      ) : null}
      {isDone ? (
        <Alert color="teal" icon={<IconCheck aria-hidden />} title={t("Set up")} role="status">
          {t(
            "The bridge has logged in to {name} and given it a password of its own. Join its WiFi with a phone: your portal opens.",
            { name: router.name },
          )}
        </Alert>
      ) : leftMs === 0 || isReplaced ? (
        <Alert color="yellow" title={t("This line is no longer good")} role="status">
          <SecondaryButton onClick={onAgain}>{t("Make a new line")}</SecondaryButton>
        </Alert>
      ) : (
        <>
          <Text size="sm">
            {t(
              "Connect to the router by WinBox from its own network, best by its MAC address (tab Neighbors): that holds whatever changes. Open New Terminal, paste this line and press Enter:",
            )}
          </Text>
          <Code block {...lineBox} aria-label={t("Line for the terminal")}>
            {made.command}
          </Code>
          <Group gap="xs">
            <CopyButton text={made.command} name={t("Copy the line")} labelled />
            <SendLine line={made.command} title={t("Set up {name}", { name: router.name })} />
            <SecondaryButton
              icon={IconDownload}
              onClick={() => saveFile(made.fileName, new Blob([made.script], { type: "text/plain" }))}
            >
              {t("Download the script")}
            </SecondaryButton>
          </Group>
          {setup.tunnel ? <TunnelHint /> : <FileHints />}
          <Text size="sm" role="timer">
            {setup.tunnel
              ? t("Good for {time}, until the router logs in", { time: minutesSeconds(leftMs) })
              : t("Good for {time}, until the bridge logs in", { time: minutesSeconds(leftMs) })}
          </Text>
          {setup.tunnel ? null : <Hint role="status">{t("Waiting for the router …")}</Hint>}
          {setup.unfetched && latest?.id === made.id ? <Unfetched {...setup.unfetched} /> : null}
        </>
      )}
      {setup.tunnel && latest?.id === made.id ? <TunnelSteps {...setup.tunnel} /> : null}
      <Button variant={isDone ? "filled" : "default"} onClick={onClose}>
        {isDone ? t("Done") : t("Close")}
      </Button>
    </SetUpWindow>
  );
}

/** A new router may fetch nothing, and so can't say it by itself. */
function Unfetched({ why, next }: NonNullable<RouterSetup["unfetched"]>) {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={why} role="status">
      {next}
    </Alert>
  );
}

function UndoScript(props: SetUpRouterProps & { setup: RouterSetup; onBack: () => void }) {
  const { router, setup, onBack } = props;
  return (
    <SetUpWindow {...props}>
      <Text size="sm">
        {t(
          "Paste this line into the terminal of {name}. It takes away what the set-up and the bridge made, ends the visitors' sessions, and puts back what was before. What is not ours stays.",
          { name: router.name },
        )}
      </Text>
      <Code block {...lineBox} aria-label={t("Line for the terminal")}>
        {setup.undoCommand}
      </Code>
      <Group gap="xs">
        <CopyButton text={setup.undoCommand} name={t("Copy the line")} labelled />
      </Group>
      <Hint>{t("A router without internet takes the whole script instead:")}</Hint>
      <Code block mah={280} style={{ overflow: "auto" }} tabIndex={0} aria-label={t("Undo script")}>
        {setup.undoScript}
      </Code>
      <Group gap="xs">
        <CopyButton text={setup.undoScript} name={t("Copy the undo script")} labelled />
        <SecondaryButton
          icon={IconDownload}
          onClick={() => saveFile("mlango_undo.rsc", new Blob([setup.undoScript], { type: "text/plain" }))}
        >
          {t("Download the undo script")}
        </SecondaryButton>
      </Group>
      <SecondaryButton onClick={onBack}>{t("Back")}</SecondaryButton>
    </SetUpWindow>
  );
}
