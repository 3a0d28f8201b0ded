import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconScale } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { GatewayAlarm, SuccessRate } from "#contract/gateway-alarms";
import { isBankProfile } from "#contract/values/gateway-types";
import { gatewayName } from "../../console/format.ts";
import { PlainList, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { polled, useRead } from "../api.ts";
import { addresses, profileAddress, unverifiedAddress } from "../navigation.ts";
import { isBad, remedyPlace, watchName } from "../watches/watch-words.ts";
import { GoingLive } from "./going-live.tsx";
import { IdleRouters, useIdleRouters } from "./idle-routers.tsx";
import { everyMinute, formatRate, wayName } from "./success-rates.tsx";

/** As high as a finger, also where its words take two lines. */
const tapped = { display: "inline-block", lh: "22px", py: 11 } as const;

/** What needs a person, worst first; nothing where nothing does. */
export function Attention() {
  return (
    <Stack gap="sm">
      <GatewayAlarms />
      <FallenRates />
      <IdleRouters />
      <OwnWork />
      <WaitingMoney />
      <WaitingSignUps />
      <GoingLive />
    </Stack>
  );
}

/** Whether each of its parts was read, or could not be. */
export function useAttentionKnown(): boolean {
  const reads = [
    useRead("listGatewayAlarms", {}, polled(15_000)),
    useRead("listSuccessRates", {}, everyMinute),
    useRead("listWatches", {}, polled(60_000)),
    useIdleRouters(),
    useRead("reconciliationCounts", {}, polled(60_000)),
    useRead("listSignUps", {}, polled(60_000)),
    useRead("readGoLive"),
  ];
  return !reads.some(
    ({ isPending, failureCount, fetchStatus }) => isPending && failureCount === 0 && fetchStatus !== "paused",
  );
}

function FallenRates() {
  const { data } = useRead("listSuccessRates", {}, everyMinute);
  const fallen = (data ?? []).filter(({ hasFallen }) => hasFallen);
  if (fallen.length === 0) return null;
  return (
    <PlainList gap="sm" aria-label={t("Payments that fail more than before")}>
      {fallen.map((rate) => (
        <li key={`${rate.what} ${rate.service} ${rate.environment} ${rate.id}`}>
          <Alert
            color="red"
            variant="light"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={t("{way}: far fewer payments succeed than before", { way: wayName(rate) })}
          >
            <Text size="sm">
              {formatRate(rate)}{" "}
              {rate.before === null ? null : t("Before it was {percent} %.", { percent: rate.before })}{" "}
              <RateLink rate={rate} />
            </Text>
          </Alert>
        </li>
      ))}
    </PlainList>
  );
}

/** The platform's own work, where it does not go as it should; what waits for a person is named once, with the money. */
function OwnWork() {
  const { data } = useRead("listWatches", {}, polled(60_000));
  const bad = (data ?? []).filter((watch) => isBad(watch) && remedyPlace(watch.id) === null);
  if (bad.length === 0) return null;
  return (
    <Warning title={t("The platform's own work")}>
      <Anchor component={Link} to={addresses.howItRuns} underline="always" {...tapped}>
        {bad.map(({ id }) => watchName(id)).join(", ")}
      </Anchor>
    </Warning>
  );
}

function RateLink({ rate: { what, id } }: { rate: SuccessRate }) {
  const to =
    what === "switch"
      ? addresses.paymentSwitch
      : what === "gateway" && id !== null
        ? `${profileAddress(id)}?tab=gateways`
        : addresses.revenue;
  const words =
    what === "switch"
      ? t("Open the switch")
      : what === "gateway"
        ? t("Open the provider")
        : t("Revenue Analytics");
  return (
    <Anchor component={Link} to={to} underline="always">
      {words}
    </Anchor>
  );
}

function WaitingSignUps() {
  const { data } = useRead("listSignUps", {}, polled(60_000));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Warning title={t("Sign-ups")}>
      <Anchor component={Link} to={addresses.providers} underline="always" {...tapped}>
        {t("{count, plural, one {# business waits} other {# businesses wait}} to be approved", { count })}
      </Anchor>
    </Warning>
  );
}

function WaitingMoney() {
  const { data } = useRead("reconciliationCounts", {}, polled(60_000));
  if (!data) return null;
  const { differences, paybill, refunds, confirmations, nights, appeals } = data;
  const reconciliation = (tab: string) => `${addresses.reconciliation}?tab=${tab}`;
  const waiting = [
    {
      to: unverifiedAddress,
      count: confirmations,
      words: t("{count, plural, one {# provider says} other {# providers say}} that they have paid", {
        count: confirmations,
      }),
    },
    {
      to: addresses.payments,
      count: appeals,
      words: t("{count, plural, one {# payment is} other {# payments are}} asked to be given back", {
        count: appeals,
      }),
    },
    {
      to: reconciliation("differences"),
      count: differences,
      words: t("{count, plural, one {# difference} other {# differences}}", { count: differences }),
    },
    {
      to: reconciliation("paybill"),
      count: paybill,
      words: t("{count, plural, one {# payment} other {# payments}} without a purchase", { count: paybill }),
    },
    {
      to: reconciliation("refunds"),
      count: refunds,
      words: t("{count, plural, one {# refund} other {# refunds}} of unknown outcome", { count: refunds }),
    },
    {
      to: reconciliation("nights"),
      count: nights,
      words: t("{count, plural, one {# night} other {# nights}} not compared to the end", { count: nights }),
    },
  ].filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <Warning icon={<IconScale size={20} aria-hidden />} title={t("Money waits for a person")}>
      <Group gap="md" style={{ rowGap: 0 }}>
        {waiting.map(({ to, words }) => (
          <Anchor key={to} component={Link} to={to} underline="always" {...tapped}>
            {words}
          </Anchor>
        ))}
      </Group>
    </Warning>
  );
}

function GatewayAlarms() {
  const { data } = useRead("listGatewayAlarms", {}, polled(15_000));
  if (!data || data.length === 0) return null;
  return (
    <PlainList gap="sm" aria-label={t("Payments that fail")}>
      {data.map((alarm) => (
        <li key={`${alarm.what} ${alarm.service} ${alarm.environment} ${alarm.id} ${alarm.why}`}>
          <Alert
            color={alarm.level === "stopped" ? "red" : "yellow"}
            variant="light"
            icon={<IconAlertTriangle size={20} aria-hidden />}
            title={titleOf(alarm)}
          >
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {alarm.why}
            </Text>
            <Text size="sm" mt={4}>
              {next(alarm)} {t("Since")} <When iso={alarm.since} />.
            </Text>
          </Alert>
        </li>
      ))}
    </PlainList>
  );
}

function titleOf({ what, level, name, service, environment, count }: GatewayAlarm): string {
  const gateway = nameOf(service);
  const where = environment === "sandbox" ? t("Sandbox") : t("Production");
  if (what === "relay") return t("The platform's relay does not answer: nothing is sold");
  if (what === "switch") return t("The switch {name} has suspended itself", { name: name ?? "" });
  if (what === "gateway") return t("{business} cannot take {gateway}", { business: name ?? "", gateway });
  if (what === "host")
    return t("{gateway} ({where}) failed {count, plural, one {# payment} other {# payments}} in a row", {
      gateway,
      where,
      count: count ?? 0,
    });
  return level === "stopped"
    ? t("The platform's own {gateway} app ({where}) is stopped: providers that use it sell nothing", {
        gateway,
        where,
      })
    : t("The platform's own {gateway} app ({where}) is refused", { gateway, where });
}

function next({ what, level, id }: GatewayAlarm): ReactElement | string {
  if (what === "switch")
    return (
      <Anchor component={Link} to={addresses.paymentSwitch} underline="always">
        {t("Open the switch")}
      </Anchor>
    );
  if (what === "gateway" && id !== null)
    return (
      <Anchor component={Link} to={profileAddress(id)} underline="always">
        {t("Open the provider")}
      </Anchor>
    );
  return level === "stopped" ? t("It is tried every minute and comes back by itself.") : "";
}

function nameOf(service: GatewayAlarm["service"]): string {
  if (isBankProfile(service)) return { kcb: "KCB", coop: "Co-op", equity: "Equity" }[service];
  return gatewayName(service ?? "bank");
}
