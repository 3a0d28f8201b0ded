import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "./language.ts";

type Props = { opened: boolean; onClose: () => void; title: ReactNode; children: ReactNode };

/** The whole menu on a phone, from the bottom of the screen. */
export function MoreMenu({ opened, onClose, title, children }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      position="bottom"
      size="auto"
      title={title}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      {children}
    </Drawer>
  );
}
