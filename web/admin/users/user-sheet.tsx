import { Anchor, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import { useNavigate } from "react-router";
import type { HotspotUser, UserPurchase } from "#contract/users";
import { bytes, dateTime, hoursMinutes, kes } from "../../console/format.ts";
import {
  besideOthers,
  Hint,
  Money,
  PlainList,
  SecondaryButton,
  StatusMark,
  Warning,
  When,
} from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { whatsAppAddress } from "../../console/share.ts";
import { whyOffline } from "../../console/why-offline.ts";
import { keptFor, may, polled, useRead } from "../api.ts";
import { SentTo } from "../messages/sent-to.tsx";
import { shortDay } from "../reports/report.ts";
import { allowedActs, allowedMend } from "./allowed-acts.ts";
import { contact, planLine, purchaseState } from "./format-user.ts";
import { mendWord } from "./mend.ts";
import { TopUps } from "./top-ups.tsx";
import { useDeleteCustomer } from "./use-delete-customer.ts";
import { useMend } from "./use-mend.ts";
import type { UserActs } from "./user-buttons.tsx";
import { AsOf, Traffic, UserStatusMark } from "./users-list.tsx";

const Bars = lazy(async () => ({ default: (await import("../reports/bars.tsx")).Bars }));

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}

function Facts({ user }: { user: HotspotUser }) {
  const { plan, router, dataLeftBytes } = user;
  return (
    <SimpleGrid cols={2} spacing="sm">
      <Fact name={t("Status")}>
        <UserStatusMark user={user} />
      </Fact>
      <Fact name={t("Contact")}>{contact(user.phoneNumber)}</Fact>
      <Fact name={t("Device")}>{user.macAddress}</Fact>
      <Fact name={t("Router")}>{router ? `${router.name} (${router.host}:${router.port})` : "–"}</Fact>
      <Fact name={t("Plan")}>{plan ? planLine(plan) : t("No plan")}</Fact>
      <Fact name={t("Expires")}>
        <When iso={user.expiresAt} />
      </Fact>
      <Fact name={t("Usage")}>
        <Traffic down={user.bytesDownloaded} up={user.bytesUploaded} />,{" "}
        <span style={{ whiteSpace: "nowrap" }}>{hoursMinutes(user.sessionTime)}</span>
        <AsOf user={user} />
      </Fact>
      <Fact name={t("Data left")}>{dataLeftBytes === null ? t("Unlimited") : bytes(dataLeftBytes)}</Fact>
      <Fact name={t("First seen")}>
        <When iso={user.firstSeen} />
      </Fact>
      <Fact name={t("Last seen")}>
        <When iso={user.lastSeen} relative />
      </Fact>
    </SimpleGrid>
  );
}

/** Above everything else: what keeps somebody from the internet, and the button that mends it. */
function WhyOffline({ user }: { user: HotspotUser }) {
  const go = useNavigate();
  const mending = useMend((to) => void go(to));
  const why = whyOffline(user);
  if (why === null) return null;
  const mend = allowedMend(user);
  // What is among the buttons below is not offered twice.
  const isBelow = mend?.act === "allow" || mend?.act === "extend";
  return (
    <Warning role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{why}</Text>
        {mend && !isBelow ? (
          <SecondaryButton size="sm" mih={44} onClick={() => mending(user, mend)}>
            {mendWord(mend)}
          </SecondaryButton>
        ) : null}
      </Group>
    </Warning>
  );
}

function bySource(source: UserPurchase["source"]): string {
  const words = {
    payment: t("by payment"),
    voucher: t("by voucher"),
    trial: t("Free trial"),
    import: t("from another system"),
  };
  return words[source];
}

/** What a buyer can keep of a purchase. */
function purchaseText(business: string, purchase: UserPurchase): string {
  const { planName, amount, createdAt, startedAt, expiresAt } = purchase;
  const bought = dateTime(createdAt, language());
  return [
    business,
    `${t("Plan")}: ${planName}`,
    `${t("Amount")}: ${kes(amount)}`,
    `${t("Time")}: ${bought}`,
    ...(startedAt && expiresAt ? [`${t("Expires")}: ${dateTime(expiresAt, language())}`] : []),
  ].join("\n");
}

function Purchase(props: { purchase: UserPurchase; business: string; phoneNumber: string | null }) {
  const { purchase, business, phoneNumber } = props;
  return (
    <Card padding="sm" component="li">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm" truncate>
          {purchase.planName}
        </Text>
        <StatusMark {...purchaseState(purchase.state)} />
      </Group>
      <Group justify="space-between" gap="0 var(--mantine-spacing-xs)">
        <Text component="div" size="sm">
          <Money amount={purchase.amount} /> {bySource(purchase.source)}
        </Text>
        <Hint component="div">
          <When iso={purchase.createdAt} />
        </Hint>
      </Group>
      <Hint component="div">
        {purchase.startedAt ? (
          <>
            {t("Started")} <When iso={purchase.startedAt} />, {t("ends")} <When iso={purchase.expiresAt} />
          </>
        ) : (
          t("Not started")
        )}
        {`, ${t("{used} used", { used: bytes(purchase.usedBytes) })}`}
      </Hint>
      <Hint style={{ overflowWrap: "anywhere" }}>
        {t("{used} of {bought, plural, one {# device} other {# devices}}", {
          used: purchase.devices.length,
          bought: purchase.devicesBought,
        })}
        {purchase.devices.length > 0 ? `: ${purchase.devices.join(", ")}` : ""}
      </Hint>
      <TopUps topUps={purchase.topUps} />
      {phoneNumber ? (
        <Anchor
          href={whatsAppAddress(purchaseText(business, purchase), phoneNumber)}
          target="_blank"
          rel="noreferrer"
          size="sm"
          display="inline-block"
          py={12}
          aria-label={t("Send receipt by WhatsApp: {plan}", { plan: purchase.planName })}
        >
          {t("Send receipt by WhatsApp")}
        </Anchor>
      ) : null}
    </Card>
  );
}

function SheetButtons({ user, acts }: { user: HotspotUser; acts: Omit<UserActs, "view"> }) {
  const may = allowedActs(user);
  if (!Object.values(may).includes(true)) return null;
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
      {may.allow ? (
        <Button {...besideOthers} onClick={() => acts.allow(user)}>
          {t("Allow again")}
        </Button>
      ) : null}
      {may.extend ? (
        <SecondaryButton {...besideOthers} onClick={() => acts.extend(user)}>
          {t("Extend time")}
        </SecondaryButton>
      ) : null}
      {may.move ? (
        <SecondaryButton {...besideOthers} onClick={() => acts.move(user)}>
          {t("Move device")}
        </SecondaryButton>
      ) : null}
      {may.disconnect ? (
        <Button variant="light" color="red" {...besideOthers} onClick={() => acts.disconnect(user)}>
          {t("Disconnect")}
        </Button>
      ) : null}
    </SimpleGrid>
  );
}

export function UserSheet(props: {
  id: string;
  acts: Omit<UserActs, "view">;
  business: string;
  onDeleted: () => void;
}) {
  const { id, acts, business, onDeleted } = props;
  const deleteCustomer = useDeleteCustomer(onDeleted);
  const details = useRead("userDetails", { params: { id } }, keptFor(0));
  const isOnline = details.data?.user.isOnline ?? false;
  // Of who is online the router is asked, again and again while one looks.
  const live = useRead(
    "userDetails",
    { params: { id }, query: { live: "true" } },
    { ...polled(5_000), enabled: isOnline },
  );
  return (
    <Loaded
      query={isOnline && live.data ? live : details}
      loading={<LoadingRows rows={6} label={t("Loading …")} />}
      failed={{ title: t("Error Loading User"), text: t("Failed to load this user.") }}
    >
      {({ user, purchases, usage }) => (
        <Stack>
          <WhyOffline user={user} />
          <Facts user={user} />
          <SheetButtons user={user} acts={acts} />
          <Title order={2} size="h4">
            {t("Usage of the last 30 days")}
          </Title>
          {usage.some((day) => day.bytesDownloaded + day.bytesUploaded > 0) ? (
            <Suspense fallback={<Skeleton height={180} />}>
              <Bars
                height={180}
                label={t("Usage of the last 30 days")}
                rows={usage.map((one) => ({
                  label: shortDay(one.day),
                  down: one.bytesDownloaded,
                  up: one.bytesUploaded,
                }))}
                series={[
                  { name: "down", label: t("Downloaded"), color: "door.6" },
                  { name: "up", label: t("Uploaded"), color: "gray.5" },
                ]}
                format={bytes}
              />
            </Suspense>
          ) : (
            <Hint>{t("No usage in the last 30 days")}</Hint>
          )}
          <Title order={2} size="h4">
            {t("Purchases")}
          </Title>
          {purchases.length === 0 ? (
            <Hint>{t("Nothing bought yet")}</Hint>
          ) : (
            <PlainList gap="xs">
              {purchases.map((purchase) => (
                <Purchase
                  key={purchase.entitlementId}
                  purchase={purchase}
                  business={business}
                  phoneNumber={user.phoneNumber}
                />
              ))}
            </PlainList>
          )}
          {user.phoneNumber && may("listMessages") ? <SentTo phoneNumber={user.phoneNumber} /> : null}
          {may("deleteCustomerData") ? (
            <Button variant="subtle" color="red" mih={44} onClick={() => deleteCustomer(user)}>
              {t("Delete this customer's data")}
            </Button>
          ) : null}
        </Stack>
      )}
    </Loaded>
  );
}
