import { ActionIcon, Popover, Stack } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Choices } from "./choices.tsx";
import { t } from "./language.ts";

/** Language, theme and the way out, beside one's name; it was asked for, so that it opens. */
export function OwnMenu({ logOut }: { logOut: ReactNode }) {
  return (
    <Popover position="top-end" width={280} shadow="md" trapFocus returnFocus defaultOpened>
      <Popover.Target>
        <ActionIcon color="gray" aria-label={t("Language, theme and logout")}>
          <IconAdjustments size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Choices />
          {logOut}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
