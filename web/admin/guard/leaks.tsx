import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import type { Guard, Leak } from "#contract/leaks";
import { confirmAction } from "../../console/confirm-action.tsx";
import { kes } from "../../console/format.ts";
import { Button, Hint, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { addresses } from "../navigation.ts";
import { guardPath } from "./last-look.tsx";

/** So many of one kind at one router are let be together. */
const manyAlike = 3;

function whatItIs({ kind, isOnline, canEnd }: Leak): string {
  const words: Record<Leak["kind"], () => string> = {
    kept_out: () => (canEnd ? t("Paid, and blocked at the router") : t("Paid, on the WiFi, and not let in")),
    pass: () => t("Passes the hotspot without a log-in"),
    user: () =>
      isOnline ? t("Online by a user of another system") : t("A user of another system may log in"),
    secret: () => (isOnline ? t("Dialled in, and nobody pays for it") : t("A name that may dial in")),
    session: () => t("Online, and nothing was bought for it"),
    connection: () => t("Dialled in by no name of this router"),
    copy: () =>
      canEnd
        ? t("One device address in two places at once: a copy, or a repeater")
        : t("One device address in two places at once, each paid for or not let in: a copy, or a repeater"),
  };
  return words[kind]();
}

const toast = { done: () => t("Shilling guard"), failed: () => t("Nothing was changed") };

function useDecide() {
  const allow = useAct("allowLeaks", [guardPath]);
  const end = useAct("endLeak", [guardPath]);
  const again = useAct("nameLeakAgain", [guardPath]);
  const told = (asked: Promise<{ message: string }>) =>
    void asked
      .then(({ message }) => toastSuccess(toast.done(), message))
      .catch(toastFailure(t("Error"), toast.failed()));
  return {
    isBusy: allow.isPending || end.isPending || again.isPending,
    letBe: (ids: string[]) => told(allow.mutateAsync({ body: { ids } })),
    end: (id: string) => told(end.mutateAsync({ params: { id } })),
    nameAgain: (id: string) => told(again.mutateAsync({ params: { id } })),
  };
}

/** What a person has to decide, each with its presses. */
export function Leaks({ guard, page }: { guard: Guard; page: PageData }) {
  const decide = useDecide();
  const open = guard.leaks.filter(({ allowed }) => allowed === null);
  if (open.length === 0) return null;
  const alike = [...Map.groupBy(open, ({ kind, routerId }) => `${kind} ${routerId}`).values()].filter(
    (some) => some.length >= manyAlike && some[0]?.kind !== "kept_out",
  );
  return (
    <Card component="section" aria-labelledby="leaks">
      <Title order={2} size="h4" id="leaks" mb="sm">
        {t("To decide")}
      </Title>
      {alike.map((some) => {
        const [first] = some;
        if (!first) return null;
        return (
          <Group key={`${first.kind} ${first.routerId}`} mb="sm">
            <SecondaryButton disabled={decide.isBusy} onClick={() => decide.letBe(some.map(({ id }) => id))}>
              {t("Let all {count} be at {router}: {what}", {
                count: some.length,
                router: first.routerName,
                what: whatItIs({ ...first, isOnline: false }),
              })}
            </SecondaryButton>
          </Group>
        );
      })}
      <PlainList gap="lg">
        {open.map((leak) => (
          <LeakRow key={leak.id} leak={leak} page={page} decide={decide} />
        ))}
      </PlainList>
    </Card>
  );
}

function LeakRow(props: { leak: Leak; page: PageData; decide: ReturnType<typeof useDecide> }) {
  const { leak, page, decide } = props;
  const { id, kind, name, macAddress, amount, canEnd, routerId } = leak;
  const end = endWords(leak);
  const mayBuy = macAddress !== null && kind !== "kept_out" && kind !== "copy";
  return (
    <li>
      <Stack gap={6}>
        <LeakWords leak={leak} />
        {amount === null || amount === 0 ? null : (
          <Text size="sm">{t("{amount} were paid", { amount: kes(amount) })}</Text>
        )}
        <Group gap="xs">
          {kind === "kept_out" || kind === "copy" ? (
            <SecondaryButton
              component={Link}
              to={`${addresses.users}?${new URLSearchParams({ q: macAddress ?? name })}`}
            >
              {t("Open the user")}
            </SecondaryButton>
          ) : null}
          <SecondaryButton
            disabled={decide.isBusy}
            aria-label={t("Let be: {name}", { name })}
            onClick={() => decide.letBe([id])}
          >
            {t("Let be")}
          </SecondaryButton>
          {mayBuy ? <SellTo mac={macAddress} routerId={routerId} page={page} /> : null}
          {canEnd ? (
            <Button
              color="red"
              variant="light"
              disabled={decide.isBusy}
              aria-label={end.name}
              onClick={() =>
                confirmAction({
                  title: end.title,
                  text: endText(leak),
                  action: end.action,
                  onYes: () => decide.end(id),
                })
              }
            >
              {end.word}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </li>
  );
}

/** The visitor's own page, for that device at that router: paid by a prompt, or by a voucher. */
function SellTo({ mac, routerId, page }: { mac: string; routerId: string; page: PageData }) {
  const name = t("Sell to it: {name}", { name: mac });
  if (page.subdomain === null)
    return (
      <SecondaryButton component={Link} to={`${addresses.vouchers}?make=1`} aria-label={name}>
        {t("Sell to it")}
      </SecondaryButton>
    );
  return (
    <SecondaryButton
      component="a"
      href={`/?${new URLSearchParams({ routerId, mac })}`}
      target="_blank"
      rel="noopener"
      aria-label={name}
    >
      {t("Sell to it")}
    </SecondaryButton>
  );
}

/** Of who paid it is the block that ends. */
function endWords({ kind, name }: Leak) {
  if (kind === "kept_out")
    return {
      word: t("Unblock"),
      name: t("Unblock {name}", { name }),
      title: t("Unblock {name}?", { name }),
      action: t("Unblock"),
    };
  return {
    word: t("End"),
    name: t("End {name}", { name }),
    title: t("End {name}?", { name }),
    action: t("End it"),
  };
}

function endText({ kind, routerName }: Leak): string {
  const router = routerName;
  const words: Record<Leak["kind"], () => string> = {
    kept_out: () =>
      t("The row that blocks it is removed at {router}. It is let in, with what was paid.", { router }),
    pass: () => t("The pass is removed at {router}. The device then has to buy, like everybody.", { router }),
    user: () => t("The user is switched off at {router} and logged out. It is not deleted.", { router }),
    secret: () => t("The name is switched off at {router} and its line ends. It is not deleted.", { router }),
    session: () => t("The device is logged out at {router}.", { router }),
    connection: () => t("Its line ends at {router}. It may dial in again.", { router }),
    copy: () =>
      t(
        "The one that came later, or is not paid for, is logged out at {router}. Whoever copies an address may come back.",
        { router },
      ),
  };
  return words[kind]();
}

function LeakWords({ leak }: { leak: Leak }) {
  const { name, about, routerName, isOnline, kind, foundAt } = leak;
  return (
    <div style={{ overflowWrap: "anywhere" }}>
      <Text fw={600}>{whatItIs(leak)}</Text>
      <Text size="sm" component="div">
        {name}
        {about === "" || about === name ? null : ` · ${about}`}
      </Text>
      <Group gap="xs">
        <Hint component="div">
          {routerName} · <When iso={foundAt} relative />
        </Hint>
        {isOnline ? <StatusMark tone="wait" word={t("Online now")} isPlain /> : null}
        {kind === "kept_out" ? <StatusMark tone="bad" word={t("Kept out")} isPlain /> : null}
      </Group>
    </div>
  );
}

/** What was let be, one tap away, and its way back. */
export function AllowedLeaks({ guard }: { guard: Guard }) {
  const decide = useDecide();
  const allowed = guard.leaks.filter((leak) => leak.allowed !== null);
  if (allowed.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" py={12} style={{ cursor: "pointer" }}>
        {t("Let be: {count}", { count: allowed.length })}
      </Text>
      <PlainList gap="md">
        {allowed.map((leak) => (
          <li key={leak.id}>
            <Group justify="space-between" gap="sm">
              <Stack gap={2} style={{ flex: "1 1 220px" }}>
                <LeakWords leak={leak} />
                <Hint component="div">
                  {leak.allowed?.by} · <When iso={leak.allowed?.at ?? null} />
                  {leak.allowed?.note ? ` · ${leak.allowed.note}` : null}
                </Hint>
              </Stack>
              <SecondaryButton
                disabled={decide.isBusy}
                aria-label={t("Name again: {name}", { name: leak.name })}
                onClick={() => decide.nameAgain(leak.id)}
              >
                {t("Name again")}
              </SecondaryButton>
            </Group>
          </li>
        ))}
      </PlainList>
    </details>
  );
}
