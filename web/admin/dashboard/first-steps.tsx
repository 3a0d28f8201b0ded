import { Anchor, Button, Card, Group, List, Text, ThemeIcon, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { OwnGateway } from "#contract/own-gateways";
import type { AssignedRouter } from "#contract/routers";
import { hindranceOf } from "#contract/values/router-state";
import { HelpLink } from "../../console/help-link.tsx";
import { Hint } from "../../console/kit.tsx";
import { useKnownOnce } from "../../console/known-once.ts";
import { t } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { keptFor, polled, useRead } from "../api.ts";
import { howShillingStands, isToProve } from "../billing/shilling.ts";
import { addresses, billingTabs } from "../navigation.ts";
import { usePortalOrigin } from "../use-business-name.ts";

const PlanDialog = lazy(async () => ({ default: (await import("../plans/plan-dialog.tsx")).PlanDialog }));
const SetUpFirstAccount = lazy(async () => ({
  default: (await import("../billing/set-up-account.tsx")).SetUpFirstAccount,
}));
const AddTunnelRouter = lazy(async () => ({
  default: (await import("../routers/add-tunnel-router.tsx")).AddTunnelRouter,
}));
const InstallOwnBridge = lazy(async () => ({
  default: (await import("../routers/bridges.tsx")).InstallOwnBridge,
}));

type Form = "plan" | "money" | "line" | "bridge";
/** What a step's button says, and does: it opens a form here, or leads to a page. */
type Way = { label: string; to: string } | { label: string; open: Form };
type Step = { name: string; text: string; isDone: boolean; way: Way; other?: Way };

type Props = {
  routers: readonly AssignedRouter[];
  page: PageData;
  /** Of who sees nothing else yet: shows the rest of the page. */
  onShowAll?: () => void;
};

/** Of a provider that has sold nothing yet: what is done, what is next and the way there. Gone with the first sale. */
export function FirstSteps({ routers, page, onShowAll }: Props) {
  const [opened, open] = useState<Form | null>(null);
  // KSh 1 is on its way, so that it is looked for more often.
  const [isAsked, setAsked] = useState(false);
  const { steps, isKnown } = useSteps(routers, page, isAsked);
  const next = steps.find(({ isDone }) => !isDone);
  const close = () => open(null);
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Group gap="xs" mb="xs">
        <Title order={2} fz="md" id="first-steps">
          {t("First steps")}
        </Title>
        <HelpLink topic="provider#first-plan" about={t("First steps")} />
      </Group>
      {isKnown ? (
        <List listStyleType="none" spacing="xs">
          {steps.map((step, place) => (
            <List.Item key={step.name}>
              <Group wrap="nowrap" gap="sm" align="flex-start">
                <ThemeIcon
                  size={26}
                  radius="xl"
                  mt={9}
                  variant={step.isDone ? "filled" : "light"}
                  color={step.isDone ? "teal" : "gray"}
                >
                  {step.isDone ? (
                    <IconCheck size={16} aria-label={t("Done")} />
                  ) : (
                    <Text size="xs">{place + 1}</Text>
                  )}
                </ThemeIcon>
                <div style={{ flex: 1 }}>
                  {step.isDone || step === next ? (
                    <Text py={10} lh={1.5} {...(step === next ? { fw: 600 } : { c: "dimmed" })}>
                      {step.name}
                    </Text>
                  ) : (
                    // Who can't do the next one yet goes on with another.
                    <WayOf way={step.way} onOpen={open} label={step.name} />
                  )}
                  {step === next ? <NextStep step={step} onOpen={open} /> : null}
                </div>
              </Group>
            </List.Item>
          ))}
        </List>
      ) : (
        <LoadingRows rows={6} height={44} label={t("Loading …")} />
      )}
      {onShowAll && isKnown ? (
        <Button variant="subtle" mt="sm" onClick={onShowAll}>
          {t("Show the dashboard")}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {opened === "plan" ? <PlanDialog plan={null} onClose={close} /> : null}
        {opened === "money" ? <SetUpFirstAccount onSent={() => setAsked(true)} onClose={close} /> : null}
        {opened === "line" ? <AddTunnelRouter others={routers} onClose={close} /> : null}
        {opened === "bridge" ? <InstallOwnBridge onClose={close} /> : null}
      </Suspense>
    </Card>
  );
}

function NextStep({ step, onOpen }: { step: Step; onOpen: (form: Form) => void }) {
  const { text, way, other } = step;
  return (
    <>
      <Hint>{text}</Hint>
      <Group gap="md" mt={6}>
        {"open" in way ? (
          <Button onClick={() => onOpen(way.open)}>{way.label}</Button>
        ) : (
          <Button component={Link} to={way.to} {...tabOf(way.to)}>
            {way.label}
          </Button>
        )}
        {other ? <WayOf way={other} onOpen={onOpen} /> : null}
      </Group>
    </>
  );
}

/** The portal is another site than the console. */
const tabOf = (to: string) => (to.startsWith("/") ? {} : { target: "_blank", rel: "noreferrer" });

function WayOf(props: { way: Way; onOpen: (form: Form) => void; label?: string }) {
  const { way, onOpen, label = way.label } = props;
  if ("open" in way)
    return (
      <Anchor component="button" type="button" py={10} ta="start" onClick={() => onOpen(way.open)}>
        {label}
      </Anchor>
    );
  return (
    <Anchor component={Link} to={way.to} py={10} display="block" {...tabOf(way.to)}>
      {label}
    </Anchor>
  );
}

function useSteps(
  routers: readonly AssignedRouter[],
  page: PageData,
  isAsked: boolean,
): { steps: Step[]; isKnown: boolean } {
  const portal = usePortalOrigin(page);
  const plans = useRead("adminListPlans", {}, polled(60_000));
  const gateways = useRead("listOwnGateways", {}, polled(isAsked ? 3_000 : 60_000));
  const offered = useRead("offeredGateways", {}, keptFor(600_000));
  const offer = useRead("readTunnelOffer", {}, keptFor(600_000));
  const bridges = useRead("listBridges", {}, polled(30_000));
  const vouchers = useRead("listVoucherBatches", {}, polled(60_000));
  const maySetUp = (offered.data?.kinds.length ?? 0) > 0;
  const isKnown = useKnownOnce(plans, gateways, offered, offer, bridges, vouchers);
  return {
    isKnown,
    steps: [
      {
        name: t("Put a plan on sale"),
        text: t("A name, a price, a speed and how long it lasts."),
        isDone: (plans.data ?? []).some(({ isActive }) => isActive),
        way: plans.data?.length ? { label: t("Go there"), to: addresses.plans } : createPlan(),
      },
      moneyStep(gateways.data ?? [], maySetUp),
      routerStep(routers, offer.data?.isOffered === true, (bridges.data ?? []).length > 0),
      reachStep(routers, portal),
      {
        name: t("Buy the cheapest plan yourself"),
        text: t("Join your own WiFi, pay, and see the sale here."),
        isDone: false,
        way: { label: t("Open my portal"), to: portal },
      },
      {
        name: t("Print a voucher"),
        text: t("It sells at your counter, without a gateway."),
        isDone: (vouchers.data?.batches ?? []).length > 0,
        way: { label: t("Make vouchers"), to: `${addresses.vouchers}?make=1` },
      },
    ],
  };
}

/** Done once somebody can pay by it: what was only typed may be wrong, which KSh 1 finds out. */
function moneyStep(gateways: readonly OwnGateway[], maySetUp: boolean): Step {
  const name = t("Set up M-Pesa");
  const isDone = gateways.some((gateway) => {
    const { status, suspendedAt } = gateway;
    return status === "collects" && !suspendedAt && !isToProve(gateway);
  });
  const typed = gateways.find(isToProve);
  if (!maySetUp)
    return {
      name,
      text: t("Visitors can only use vouchers. Ask the platform's operator to set up M-Pesa for you."),
      isDone,
      way: { label: t("Go there"), to: billingTabs.paid },
    };
  const text = t("Your till, pay bill or bank account, proven by KSh 1. Until then visitors use vouchers.");
  if (!typed) return { name, text, isDone, way: { label: t("Set up M-Pesa"), open: "money" } };
  return {
    name,
    text: howShillingStands(typed) || text,
    isDone,
    way: { label: t("Send KSh 1"), open: "money" },
    other: { label: t("Change account"), to: billingTabs.paid },
  };
}

const createPlan = (): Way => ({ label: t("Create Plan"), open: "plan" });
const at = ({ id }: AssignedRouter) => `${addresses.routers}?${new URLSearchParams({ router: id })}`;

/** By one line where the platform has a host; what else there is stands in the chooser of Routers. */
function routerStep(routers: readonly AssignedRouter[], isLineOffered: boolean, hasBridge: boolean): Step {
  const name = t("Connect a router");
  const isDone = routers.some(({ isOnline }) => isOnline);
  const [first] = routers;
  const ways = `${addresses.routers}?add=1`;
  if (first)
    return {
      name,
      text: first.statusText || t("It is done when the router is online."),
      isDone,
      way: { label: t("Look at {name}", { name: first.name }), to: at(first) },
      other: { label: t("Another way"), to: ways },
    };
  if (isLineOffered)
    return {
      name,
      text: t("Paste one line into your MikroTik router and it sells: no computer is needed at the site."),
      isDone,
      way: { label: t("Set up by one line"), open: "line" },
      other: { label: t("Another way"), to: ways },
    };
  if (hasBridge)
    return {
      name,
      text: t("It is done when the router is online."),
      isDone,
      way: { label: t("Add router"), to: ways },
    };
  return {
    name,
    text: t("First install a bridge at your site; it then finds your routers."),
    isDone,
    way: { label: t("Install a bridge"), open: "bridge" },
  };
}

/** What a router's checklist says of it. */
function reachStep(routers: readonly AssignedRouter[], portal: string): Step {
  const isDone = routers.some(
    (router) => router.isActive && hindranceOf(router) === null && router.findings !== null,
  );
  const name = t("Visitors reach your page");
  const blocked = routers.find((router) => hindranceOf(router) === "blocked");
  if (blocked && !isDone)
    return {
      name,
      // Not the mark's own sentence: it would bring the mark with it, to a page that is read on a slow line.
      text: t("{blocks, plural, one {# thing blocks selling} other {# things block selling}}", {
        blocks: blocked.findings?.blocks ?? 0,
      }),
      isDone,
      way: { label: t("Look at {name}", { name: blocked.name }), to: at(blocked) },
    };
  return {
    name,
    text: t("Join your own WiFi with a phone: your page opens by itself."),
    isDone,
    way: { label: t("Open my portal"), to: portal },
  };
}
