import { Box, Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconMail, IconMapPin, IconPhone, IconRouter } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { phone as phoneWords } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { StatusMark } from "../../console/status-mark.tsx";
import { profileAddress } from "../navigation.ts";
import { useSuspension } from "./use-suspension.ts";

export function ProviderCard({
  provider,
  onPayment,
}: {
  provider: Provider;
  onPayment: () => void;
}): ReactElement {
  const { businessName: name, status, email, phone, address, routerCount, id } = provider;
  const suspension = useSuspension(provider);
  const isActive = status === "active";
  return (
    <Card component="li" mih={252}>
      <Stack gap="sm" h="100%" justify="space-between">
        <Stack gap="xs">
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
            <Text component="h2" fw={650} fz="lg" m={0} lh={1.3} style={{ overflowWrap: "anywhere" }}>
              {name}
            </Text>
            <Box style={{ flexShrink: 0 }}>
              <ProviderStatus status={status} />
            </Box>
          </Group>
          <Line icon={<IconMail size={18} aria-hidden />} text={email} />
          <Line icon={<IconPhone size={18} aria-hidden />} text={phoneWords(phone)} />
          <Line icon={<IconMapPin size={18} aria-hidden />} text={address ?? t("No address")} />
          <Line
            icon={<IconRouter size={18} aria-hidden />}
            text={t("{count, plural, one {# router} other {# routers}}", { count: routerCount })}
          />
        </Stack>
        <Group gap="xs" grow preventGrowOverflow={false}>
          <Button
            component={Link}
            to={profileAddress(id)}
            variant="default"
            px="sm"
            aria-label={t("Profile of {name}", { name })}
          >
            {t("Profile")}
          </Button>
          <Button
            variant={isActive ? "default" : "filled"}
            px="sm"
            disabled={suspension.busy}
            aria-busy={suspension.busy}
            aria-label={isActive ? t("Suspend {name}", { name }) : t("Activate {name}", { name })}
            onClick={suspension.toggle}
          >
            {isActive ? t("Suspend") : t("Activate")}
          </Button>
          <Button variant="default" px="sm" aria-label={t("Payment of {name}", { name })} onClick={onPayment}>
            {t("Payment")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Whatever is not active is red. */
export function ProviderStatus({ status }: { status: Provider["status"] }): ReactElement {
  return status === "active" ? (
    <StatusMark tone="good" word={t("Active")} />
  ) : (
    <StatusMark tone="bad" word={t("Suspended")} />
  );
}

function Line({ icon, text }: { icon: ReactNode; text: string }): ReactElement {
  return (
    <Group gap="xs" wrap="nowrap" c="dimmed" align="flex-start">
      {icon}
      <Text size="sm" miw={0} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
    </Group>
  );
}
