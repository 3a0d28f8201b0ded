import { Stack, Title } from "@mantine/core";
import { IconPlugConnected, IconRadar2, IconServerBolt, IconTerminal2, IconWifi } from "@tabler/icons-react";
import { Window } from "../../console/form-modal.tsx";
import { Button, Hint, type Icon, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

export type Ways = {
  /** Null: the platform has no host for routers without a computer at their site. */
  line: (() => void) | null;
  /** Null: one is there. */
  install: (() => void) | null;
  discover: () => void;
  scan: () => void;
  form: () => void;
};
type Way = { name: string; text: string; icon: Icon; go: () => void };

/** How a router is added: the way that needs least comes first, the others below it. */
export function AddWays(props: { ways: Ways; busy: boolean; onClose: () => void }) {
  const { ways, busy, onClose } = props;
  const line: Way[] = ways.line
    ? [
        {
          name: t("Set up by one line"),
          text: t(
            "Paste one line into your MikroTik router and it sells: no computer is needed at the site.",
          ),
          icon: IconTerminal2,
          go: ways.line,
        },
      ]
    : [];
  const bridge: Way[] = ways.install
    ? [
        {
          name: t("Install a bridge"),
          text: t("A small Linux computer at the site drives your routers, also without internet."),
          icon: IconServerBolt,
          go: ways.install,
        },
      ]
    : [];
  const [first, ...others] = [
    ...line,
    ...bridge,
    {
      name: t("Discover"),
      text: t("Your bridge listens for MikroTik routers at its site."),
      icon: IconWifi,
      go: ways.discover,
    },
    {
      name: t("Scan network"),
      text: t("Your bridge tries every address of its networks."),
      icon: IconRadar2,
      go: ways.scan,
    },
    {
      name: t("By its address"),
      text: t("You type address, port, user and password."),
      icon: IconPlugConnected,
      go: ways.form,
    },
  ];
  const choose = (way: Way) => () => {
    onClose();
    way.go();
  };
  return (
    <Window onClose={onClose} title={t("Add a router")}>
      <Stack>
        {first ? (
          <div>
            <Hint mb="xs">{first.text}</Hint>
            <Button icon={first.icon} fullWidth data-autofocus disabled={busy} onClick={choose(first)}>
              {first.name}
            </Button>
          </div>
        ) : null}
        <Title order={3} fz="sm">
          {t("Another way")}
        </Title>
        {others.map((way) => (
          <div key={way.name}>
            <SecondaryButton icon={way.icon} fullWidth justify="start" disabled={busy} onClick={choose(way)}>
              {way.name}
            </SecondaryButton>
            <Hint size="xs" mt={4}>
              {way.text}
            </Hint>
          </div>
        ))}
      </Stack>
    </Window>
  );
}
