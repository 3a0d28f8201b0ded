import { ActionIcon, type ActionIconProps, Tooltip } from "@mantine/core";
import type { MouseEventHandler } from "react";
import type { Icon } from "./kit.tsx";

// Not in the kit: its tooltip is nothing that the first page has to load.

/** A picture for a button: its name is for readers, `tip` for the pointer. */
export function IconButton(
  props: ActionIconProps & {
    icon: Icon;
    name: string;
    tip?: string;
    onClick?: MouseEventHandler<HTMLButtonElement>;
    "aria-expanded"?: boolean;
  },
) {
  const { icon: Icon, name, tip = name, ...rest } = props;
  return (
    <Tooltip label={tip}>
      <ActionIcon aria-label={name} {...rest}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
