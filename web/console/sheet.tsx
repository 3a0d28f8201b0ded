import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactElement, ReactNode } from "react";
import { t } from "./language.ts";

/** Details beside the list: from below on a phone, from the right on a desk. */
export function Sheet(props: {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}): ReactElement {
  const phone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
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
