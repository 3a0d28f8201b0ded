import { Group, Kbd, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useEffect } from "react";
import { t } from "../console/language.ts";
import { addresses } from "./navigation.ts";

const jumps: Readonly<Record<string, string>> = {
  d: addresses.dashboard,
  p: addresses.plans,
  u: addresses.users,
  m: addresses.payments,
  r: addresses.routers,
  e: addresses.reports,
  v: addresses.vouchers,
  s: addresses.settings,
};
const afterGMs = 1_500;

/** `g` and a letter opens a page, `?` lists them; not while typing or while a dialog is open. */
export function Shortcuts({ onGo }: { onGo: (to: string) => void }): null {
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement | null)?.closest(
        "input, textarea, select, [contenteditable]",
      );
      if (typing || event.ctrlKey || event.metaKey || event.altKey || windowIsOpen()) return;
      if (event.key === "?") showShortcuts();
      if (event.key === "g") {
        pressedG = event.timeStamp;
        return;
      }
      const to = jumps[event.key];
      if (to && event.timeStamp - pressedG < afterGMs) onGo(to);
      pressedG = Number.NEGATIVE_INFINITY;
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onGo]);
  return null;
}

const windowIsOpen = () => document.querySelector('[role="dialog"]') !== null;

function showShortcuts(): void {
  modals.open({
    title: t("Keyboard shortcuts"),
    children: <ShortcutList />,
  });
}

function ShortcutList() {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [t("Search"), ["/"]],
    [t("Search, also while typing"), ["Ctrl", "K"]],
    [t("Go to Dashboard"), ["g", "d"]],
    [t("Go to Plans"), ["g", "p"]],
    [t("Go to Users"), ["g", "u"]],
    [t("Go to Payments"), ["g", "m"]],
    [t("Go to Routers"), ["g", "r"]],
    [t("Go to Reports"), ["g", "e"]],
    [t("Go to Vouchers"), ["g", "v"]],
    [t("Go to Settings"), ["g", "s"]],
    [t("This list"), ["?"]],
  ];
  return (
    <Stack gap="xs">
      {rows.map(([name, keys]) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Text size="sm">{name}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
