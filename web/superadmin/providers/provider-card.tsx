import { Box, Card, Group, Stack, Text } from "@mantine/core";
import { IconCash, IconMail, IconMapPin, IconPhone, IconRouter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListedProvider, Provider } from "#contract/providers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { date, kes, phone as phoneWords } from "../../console/format.ts";
import { Button, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { ProviderLink } from "../links.tsx";
import { profileAddress } from "../navigation.ts";

export function ProviderCard({ provider, onPayment }: { provider: ListedProvider; onPayment: () => void }) {
  const { businessName: name, status, email, phone, address, id } = provider;
  const suspension = useSuspension(provider);
  const isActive = status === "active";
  return (
    <Card component="li" mih={cardHeight}>
      <Stack gap="sm" h="100%" justify="space-between">
        <Stack gap="xs">
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
            <Text component="h2" fw={650} fz="lg" m={0} lh={1.3} style={{ overflowWrap: "anywhere" }}>
              <ProviderLink id={id} isTall>
                {name}
              </ProviderLink>
            </Text>
            <Box style={{ flexShrink: 0 }}>
              <ProviderStatus status={status} />
            </Box>
          </Group>
          <Line icon={<IconCash size={18} aria-hidden />} text={salesOf(provider)} strong />
          <Line icon={<IconRouter size={18} aria-hidden />} {...routersOf(provider)} />
          <Line icon={<IconMail size={18} aria-hidden />} text={email} />
          <Line icon={<IconPhone size={18} aria-hidden />} text={phoneWords(phone)} />
          <Line icon={<IconMapPin size={18} aria-hidden />} text={address ?? t("No address")} />
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

/** Also of the card that is still read. */
export const cardHeight = 284;

function salesOf({ today: { revenue, count }, lastSaleDay }: ListedProvider): string {
  if (lastSaleDay === null) return t("No sale yet");
  return count > 0
    ? t("{amount} today, {count, plural, one {# payment} other {# payments}}", {
        amount: kes(revenue),
        count,
      })
    : t("Nothing sold today; last sale {day}", { day: date(lastSaleDay, language()) });
}

function routersOf({ routerCount: count, routersOnline: online }: ListedProvider) {
  if (count === 0) return { text: t("No routers") };
  const text = t("{count, plural, one {# router} other {# routers}}, {online} online", { count, online });
  return { text, isBad: online < count };
}

/** Whatever is not active is red. */
export function ProviderStatus({ status }: { status: Provider["status"] }) {
  return status === "active" ? (
    <StatusMark tone="good" word={t("Active")} />
  ) : (
    <StatusMark tone="bad" word={t("Suspended")} />
  );
}

function Line(props: { icon: ReactNode; text: string; strong?: boolean; isBad?: boolean }) {
  const { icon, text, strong = false, isBad = false } = props;
  return (
    <Group gap="xs" wrap="nowrap" c="dimmed" align="flex-start">
      {icon}
      <Text
        size="sm"
        miw={0}
        style={{ overflowWrap: "anywhere" }}
        {...(strong ? { c: "bright", fw: 600 } : {})}
      >
        {isBad ? <StatusMark tone="bad" word={text} isLong /> : text}
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
