import { Card, Group, Stack, TextInput, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import type { Provider } from "#contract/providers";
import { Button, Hint, type Icon } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

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
  const heading = useId();
  const isSuspended = props.provider.status === "suspended";
  return (
    <Card component="section" aria-labelledby={heading}>
      <Stack>
        <Title order={2} size="h4" id={heading}>
          {props.title}
        </Title>
        <Hint>{isSuspended ? props.text : props.notYet}</Hint>
        <Group>
          <Button
            {...(props.color ? { color: props.color } : {})}
            variant="light"
            icon={props.icon}
            disabled={!isSuspended}
            onClick={() => setOpen(true)}
          >
            {props.action}
          </Button>
        </Group>
      </Stack>
      {isOpen ? props.window(() => setOpen(false)) : null}
    </Card>
  );
}

/** The provider's name, typed to confirm. */
export function useTypedName({ businessName }: Pick<Provider, "businessName">) {
  const [name, setName] = useState("");
  const input = (
    <TextInput
      label={t("Type the name {name} to confirm", { name: businessName })}
      autoComplete="off"
      autoCapitalize="none"
      data-autofocus
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
    />
  );
  return { name, isRight: name.trim() === businessName.trim(), input };
}
