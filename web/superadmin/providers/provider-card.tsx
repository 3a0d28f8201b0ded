import { Box, Card, Group, Stack, Text } from "@mantine/core";
import { IconMail, IconMapPin, IconPhone, IconRouter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Provider } from "#contract/providers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { phone as phoneWords } from "../../console/format.ts";
import { Button, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { profileAddress } from "../navigation.ts";

export function ProviderCard({ provider, onPayment }: { provider: Provider; onPayment: () => void }) {
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
          <SecondaryButton
            component={Link}
            to={profileAddress(id)}
            px="sm"
            aria-label={t("Profile of {name}", { name })}
          >
            {t("Profile")}
          </SecondaryButton>
          <Button
            variant={isActive ? "default" : "filled"}
            px="sm"
            busy={suspension.busy}
            aria-label={isActive ? t("Suspend {name}", { name }) : t("Activate {name}", { name })}
            onClick={suspension.toggle}
          >
            {isActive ? t("Suspend") : t("Activate")}
          </Button>
          <SecondaryButton px="sm" aria-label={t("Payment of {name}", { name })} onClick={onPayment}>
            {t("Payment")}
          </SecondaryButton>
        </Group>
      </Stack>
    </Card>
  );
}

/** Whatever is not active is red. */
export function ProviderStatus({ status }: { status: Provider["status"] }) {
  return status === "active" ? (
    <StatusMark tone="good" word={t("Active")} />
  ) : (
    <StatusMark tone="bad" word={t("Suspended")} />
  );
}

function Line({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" c="dimmed" align="flex-start">
      {icon}
      <Text size="sm" miw={0} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
    </Group>
  );
}

const rereads = ["/api/superadmin/providers", "/api/superadmin/stats"];

export function useSuspension({
  id,
  businessName: name,
  status,
}: Pick<Provider, "id" | "businessName" | "status">): {
  toggle: () => void;
  busy: boolean;
} {
  const suspend = useAct("suspendProvider", rereads);
  const activate = useAct("activateProvider", rereads);
  const input = { params: { id } };
  const doSuspend = () =>
    suspend.mutate(input, {
      onSuccess: ({ message }) => toastSuccess(t("Provider Suspended"), message),
      onError: toastFailure(t("Action Failed"), t("Failed to suspend provider.")),
    });
  const doActivate = () =>
    activate.mutate(input, {
      onSuccess: ({ message }) => toastSuccess(t("Provider Activated"), message),
      onError: toastFailure(t("Action Failed"), t("Failed to activate provider.")),
    });
  const askSuspend = () =>
    confirmAction({
      title: t("Suspend {name}?", { name }),
      text: t(
        "Its admins are signed out at once, and it sells nothing until you activate it again. Whoever is online stays online until the end of what they bought.",
      ),
      action: t("Suspend {name}", { name }),
      onYes: doSuspend,
    });
  return {
    toggle: status === "active" ? askSuspend : doActivate,
    busy: suspend.isPending || activate.isPending,
  };
}
