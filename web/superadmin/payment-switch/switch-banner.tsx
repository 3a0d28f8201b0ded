import { Alert, Anchor, Box, Group, Text } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { polled } from "../../console/query.ts";
import { useList } from "../api.ts";
import { addresses } from "../navigation.ts";
import classes from "./switch-banner.module.css";
import { accountOf, everySwitch } from "./switch-reading.ts";

/** On every page while payments are diverted: nobody forgets where the money goes. */
export function SwitchBanner(): ReactElement | null {
  const switches = useList("listSwitches", everySwitch, polled(60_000));
  const active = (switches.data?.rows ?? []).filter(({ isActive }) => isActive);
  const [first] = active;
  if (!first) return null;
  return (
    <>
      {/* It comes when the page is drawn already: it takes room at the page's end, and pushes nothing. */}
      <Box h={72} />
      <Box className={classes.banner ?? ""}>
        <Alert
          role="status"
          color="yellow"
          variant="light"
          radius={0}
          py="xs"
          icon={<IconArrowsSplit2 aria-hidden />}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {active.length === 1
                ? t("A payment gateway switch is active")
                : t("{count} payment gateway switches are active", { count: active.length })}
            </Text>
            <Text size="sm" visibleFrom="sm">
              {t("Provider earnings go to {account}: {current} of {target}.", {
                account: accountOf(first),
                current: kes(first.currentAmount),
                target: kes(first.targetAmount),
              })}
            </Text>
            <Anchor component={Link} to={addresses.paymentSwitch} size="sm" fw={600}>
              {t("Open Payment Switch")}
            </Anchor>
          </Group>
        </Alert>
      </Box>
    </>
  );
}
