import { NativeSelect, Stack } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { type ReactElement, useRef } from "react";
import type { LookName } from "#contract/values/looks";
import { LanguageChoice } from "../console/choices.tsx";
import { t } from "../console/language.ts";
import { failed, reason } from "../console/toast.tsx";
import { ask } from "./api.ts";
import { useLook, wearLook } from "./look.ts";

/** Language, and one of the seven looks. */
export function SuperadminChoices(): ReactElement {
  return (
    <Stack gap="xs">
      <LanguageChoice />
      <LookChoice />
    </Stack>
  );
}

function LookChoice(): ReactElement {
  const look = useLook();
  const latest = useRef(0);
  const names: readonly (readonly [LookName, string])[] = [
    ["light", t("Light")],
    ["dark", t("Dark")],
    ["blue", t("Ocean Blue")],
    ["green", t("Nature Green")],
    ["purple", t("Royal Purple")],
    ["cyberpunk", t("Cyberpunk")],
    ["system", t("System")],
  ];
  const choose = async (theme: LookName) => {
    const turn = latest.current + 1;
    latest.current = turn;
    const before = look;
    wearLook(theme);
    try {
      await ask("saveTheme", { body: { theme } });
    } catch (cause) {
      // Who chose another one meanwhile keeps that.
      if (latest.current === turn) wearLook(before);
      failed(t("Theme not saved"), reason(cause, t("Please try again.")));
    }
  };
  return (
    <NativeSelect
      aria-label={t("Theme")}
      leftSection={<IconPalette size={18} aria-hidden />}
      data={names.map(([value, label]) => ({ value, label }))}
      value={look}
      onChange={(event) => void choose(event.currentTarget.value as LookName)}
    />
  );
}
