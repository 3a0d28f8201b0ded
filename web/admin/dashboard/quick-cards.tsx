import { Card, Group, SimpleGrid, Text, ThemeIcon } from "@mantine/core";
import { IconChevronRight, IconCreditCard, IconPackage, IconUsers } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { t } from "../../console/language.ts";
import { addresses } from "../navigation.ts";

/** The three places that are gone to most. */
export function QuickCards(): ReactElement {
  const cards = [
    {
      to: addresses.users,
      icon: IconUsers,
      name: t("Manage Users"),
      text: t("Who is online, and until when"),
    },
    {
      to: addresses.plans,
      icon: IconPackage,
      name: t("Manage Plans"),
      text: t("What you sell, and for how much"),
    },
    {
      to: addresses.payments,
      icon: IconCreditCard,
      name: t("View Payments"),
      text: t("What came in, and from whom"),
    },
  ];
  return (
    <SimpleGrid component="nav" aria-label={t("Quick links")} cols={{ base: 1, sm: 3 }}>
      {cards.map(({ to, icon: Icon, name, text }) => (
        <Card key={to} component={Link} to={to}>
          <Group wrap="nowrap" gap="sm">
            <ThemeIcon size={40} radius="md" variant="light" aria-hidden>
              <Icon size={22} />
            </ThemeIcon>
            <div>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
            <IconChevronRight size={18} aria-hidden style={{ marginInlineStart: "auto", flex: "none" }} />
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}
