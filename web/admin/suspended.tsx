import { Button, Group } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { t } from "../console/language.ts";
import { PageHead } from "../console/page-head.tsx";
import { Empty } from "../console/states.tsx";
import { addresses } from "./navigation.ts";

/** Instead of every page but billing and profile while the platform has suspended this provider. @param reason the server's */
export function Suspended({ reason, onLogOut }: { reason: string; onLogOut: () => void }): ReactElement {
  return (
    <>
      <PageHead title={t("Account suspended")} />
      <Empty
        icon={<IconLock size={28} aria-hidden />}
        title={reason}
        text={t("What was sold before goes on running. Billing and your own profile stay open to you.")}
        action={
          <Group justify="center">
            <Button component={Link} to={addresses.billing}>
              {t("Billing")}
            </Button>
            <Button component={Link} to={addresses.profile} variant="default">
              {t("Profile")}
            </Button>
            <Button variant="default" onClick={onLogOut}>
              {t("Logout")}
            </Button>
          </Group>
        }
      />
    </>
  );
}
