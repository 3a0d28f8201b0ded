import { Anchor, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { Button, type Icon } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { SectionCard } from "../../console/section-card.tsx";
import { addresses } from "../navigation.ts";

/** Something that is done to a suspended provider alone, in a window of its own. */
export function SuspendedAct(props: {
  provider: Provider;
  title: string;
  text: string;
  /** Why it can't be done now. */
  notYet: string;
  action: string;
  icon: Icon;
  color?: string;
  window: (onClose: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const isSuspended = props.provider.status === "suspended";
  return (
    <SectionCard
      title={props.title}
      text={isSuspended ? props.text : props.notYet}
      action={
        <>
          <Button
            {...(props.color ? { color: props.color } : {})}
            variant="light"
            icon={props.icon}
            disabled={!isSuspended}
            onClick={() => setOpen(true)}
          >
            {props.action}
          </Button>
          {isSuspended ? null : (
            <Anchor
              component={Link}
              to={`${addresses.providers}?${new URLSearchParams({ q: props.provider.businessName })}`}
              underline="always"
              lh="44px"
            >
              {t("Suspend it under Providers")}
            </Anchor>
          )}
        </>
      }
    >
      {isOpen ? props.window(() => setOpen(false)) : null}
    </SectionCard>
  );
}

/** The provider's name, typed to confirm. */
export function TypedName({ businessName, field }: { businessName: string; field: object }) {
  return (
    <TextInput
      label={t("Type the name {name} to confirm", { name: businessName })}
      autoComplete="off"
      autoCapitalize="none"
      data-autofocus
      {...field}
    />
  );
}
