import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "./language.ts";
import { useIsPhone } from "./media.ts";

export function Sheet(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}) {
  const phone = useIsPhone();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      position={phone ? "bottom" : "right"}
      size={phone ? "90%" : "lg"}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      {props.children}
    </Drawer>
  );
}
