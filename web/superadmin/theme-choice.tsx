import { NativeSelect, Stack } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { type ReactElement, useRef } from "react";
import type { ThemeName } from "#contract/values/console-themes";
import { LanguageChoice } from "../console/choices.tsx";
import { t } from "../console/language.ts";
import { errorText, toastError } from "../console/toast.tsx";
import { callApi } from "./api.ts";
import { applyTheme, useThemeName } from "./theme.ts";

/** Language, and one of the seven looks. */
export function SuperadminChoices(): ReactElement {
  return (
    <Stack gap="xs">
      <LanguageChoice />
      <ThemeChoice />
    </Stack>
  );
}

function ThemeChoice(): ReactElement {
  const look = useThemeName();
  const latest = useRef(0);
  const names: readonly (readonly [ThemeName, string])[] = [
    ["light", t("Light")],
    ["dark", t("Dark")],
    ["blue", t("Ocean Blue")],
    ["green", t("Nature Green")],
    ["purple", t("Royal Purple")],
    ["cyberpunk", t("Cyberpunk")],
    ["system", t("System")],
  ];
  const choose = async (theme: ThemeName) => {
    const turn = latest.current + 1;
    latest.current = turn;
    const before = look;
    applyTheme(theme);
    try {
      await callApi("saveTheme", { body: { theme } });
    } catch (cause) {
      // Who chose another one meanwhile keeps that.
      if (latest.current === turn) applyTheme(before);
      toastError(t("Theme not saved"), errorText(cause, t("Please try again.")));
    }
  };
  return (
    <NativeSelect
      aria-label={t("Theme")}
      leftSection={<IconPalette size={18} aria-hidden />}
      data={names.map(([value, label]) => ({ value, label }))}
      value={look}
      onChange={(event) => void choose(event.currentTarget.value as ThemeName)}
    />
  );
}
