import { Alert, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useState } from "react";
import type { Balance, Payout } from "#contract/payouts";
import { kes } from "../../console/format.ts";
import { Button, Hint, PlainList, SecondaryButton, StatusMark, type Tone, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { StatCard } from "../../console/stat-card.tsx";
import { polled, useRead } from "../api.ts";
import { BalanceStatement } from "./balance-statement.tsx";
import { ConsentDialog } from "./consent-dialog.tsx";
import { DestinationDialog, destinationWords } from "./destination-dialog.tsx";
import { PayoutDialog } from "./payout-dialog.tsx";

type Open = "consent" | "withdraw" | "destination" | "payout" | "statement" | null;

/** What the platform collects and owes. */
export function BalanceSection() {
  const [open, setOpen] = useState<Open>(null);
  const [asked, setAsked] = useState(false);
  // Results arrive within seconds.
  const balance = useRead("readBalance", {}, polled(asked ? 3_000 : 30_000));
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="balance">
      <Title order={2} size="h4" mb="xs" id="balance">
        {t("Your balance at the platform")}
      </Title>
      <Loaded
        query={balance}
        loading={<LoadingRows rows={1} height={120} label={t("Loading your balance …")} />}
        failed={{
          title: t("Error Loading Your Balance"),
          text: t("Failed to load your balance. Please check your connection and try again."),
        }}
      >
        {(found) => (
          <>
            {found.collection === "off" && !hasHistory(found) ? (
              <Empty
                icon={<IconCoins size={28} aria-hidden />}
                title={t("The platform holds no money of yours")}
                text={t("What visitors pay arrives at your own account: there is nothing to pay out.")}
              />
            ) : null}
            <Stack gap="sm">
              <Consent balance={found} onOpen={setOpen} />
              {hasHistory(found) || found.collection === "consented" || found.collection === "stopped" ? (
                <Wallet balance={found} onOpen={setOpen} />
              ) : null}
            </Stack>
            {open === "consent" || open === "withdraw" ? (
              <ConsentDialog balance={found} withdraws={open === "withdraw"} onClose={close} />
            ) : null}
            {open === "destination" ? <DestinationDialog balance={found} onClose={close} /> : null}
            {open === "payout" ? (
              <PayoutDialog balance={found} onSent={() => setAsked(true)} onClose={close} />
            ) : null}
            {open === "statement" ? <BalanceStatement onClose={close} /> : null}
          </>
        )}
      </Loaded>
    </section>
  );
}

const hasHistory = ({ owed, underWay, payouts }: Balance) =>
  owed !== 0 || underWay !== 0 || payouts.length > 0;

function Consent({ balance: { collection }, onOpen }: { balance: Balance; onOpen: (open: Open) => void }) {
  if (collection === "off") return null;
  if (collection === "offered")
    return (
      <Card>
        <Text size="sm">
          {t(
            "No till or pay bill of your own, or Safaricom refuses it? The platform can collect your visitors' money at its own pay bill, and pay it out to you.",
          )}
        </Text>
        <Group mt="xs">
          <SecondaryButton onClick={() => onOpen("consent")}>
            {t("Let the platform collect for you")}
          </SecondaryButton>
        </Group>
      </Card>
    );
  const lines = (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {collection === "stopped"
          ? t(
              "The platform does not collect now, so visitors cannot pay by it. What it owes you is paid out.",
            )
          : t(
              "The platform collects your visitors' M-Pesa for you. It ends once an account of your own is proven.",
            )}
      </Text>
      <SecondaryButton onClick={() => onOpen("withdraw")}>{t("Stop this")}</SecondaryButton>
    </Group>
  );
  return collection === "stopped" ? (
    <Alert color="red" variant="light">
      {lines}
    </Alert>
  ) : (
    <Card>{lines}</Card>
  );
}

function Wallet({ balance, onOpen }: { balance: Balance; onOpen: (open: Open) => void }) {
  const { owed, underWay, refunding, available, paysOut, destination, least, fee, payouts } = balance;
  const { fresh, holdHours } = balance;
  const held = destination?.heldUntil ?? null;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        <StatCard
          name={t("Owed to you")}
          value={kes(owed)}
          note={
            refunding > 0
              ? t("{amount} of it is on its way back to visitors", { amount: kes(refunding) })
              : owed < 0
                ? t("More went back to visitors than was left. Your next sales make it up.")
                : t("What the platform collected, less what was paid out")
          }
        />
        <StatCard
          name={t("On its way to you")}
          value={kes(underWay)}
          note={t("Until M-Pesa says how it ended")}
        />
        <StatCard
          name={t("Can be paid out now")}
          value={kes(available)}
          // Both, so that they add up to what is owed.
          note={[
            ...(fresh > 0
              ? [
                  t(
                    "{amount} was sold in the last {hours, plural, one {hour} other {# hours}} and waits for them",
                    { amount: kes(fresh), hours: holdHours },
                  ),
                ]
              : []),
            fee > 0
              ? t("A payout costs {fee}, and is at least {least}", { fee: kes(fee), least: kes(least) })
              : t("A payout is at least {least}", { least: kes(least) }),
          ].join(". ")}
        />
      </SimpleGrid>
      <Card>
        <Group justify="space-between" gap="xs">
          <div>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {destination ? destinationWords(destination) : t("Nobody said yet where payouts go")}
            </Text>
            {held ? (
              <Hint>
                {t("Nothing is paid there before")} <When iso={held} />
              </Hint>
            ) : null}
            {paysOut ? null : (
              <Hint>{t("The platform cannot pay out now. Nothing of your balance is lost.")}</Hint>
            )}
          </div>
          <Group gap="xs">
            <SecondaryButton onClick={() => onOpen("destination")}>
              {destination ? t("Change where payouts go") : t("Say where payouts go")}
            </SecondaryButton>
            <SecondaryButton onClick={() => onOpen("statement")}>{t("Statement")}</SecondaryButton>
            <Button
              onClick={() => onOpen("payout")}
              disabled={!paysOut || !destination || held !== null || available < least}
            >
              {t("Pay out")}
            </Button>
          </Group>
        </Group>
      </Card>
      {payouts.length > 0 ? <Payouts payouts={payouts} /> : null}
    </Stack>
  );
}

function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <div>
      <Title order={3} size="h5" mb="xs" id="payouts">
        {t("Payouts")}
      </Title>
      <PlainList gap="xs" aria-labelledby="payouts">
        {payouts.map((payout) => (
          <Card component="li" padding="sm" key={payout.id}>
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <div>
                <Text fw={650}>{kes(payout.amount)}</Text>
                <Hint style={{ overflowWrap: "anywhere" }}>
                  {destinationWords(payout)}
                  {payout.fee > 0 ? ` · ${t("Fee {amount}", { amount: kes(payout.fee) })}` : ""}
                  {payout.receipt ? ` · ${payout.receipt}` : ""}
                </Hint>
                <Hint>
                  <When iso={payout.createdAt} />
                </Hint>
              </div>
              <PayoutMark status={payout.status} />
            </Group>
            {payout.status === "unclear" ? (
              <Text size="sm" mt={4}>
                {t(
                  "M-Pesa has not said what became of it. It is asked until it does; nothing is sent twice.",
                )}
              </Text>
            ) : null}
          </Card>
        ))}
      </PlainList>
    </div>
  );
}

function PayoutMark({ status }: { status: Payout["status"] }) {
  const [tone, word] = marks()[status];
  return <StatusMark tone={tone} word={word} />;
}

const marks = (): Record<Payout["status"], [Tone, string]> => ({
  reserved: ["wait", t("On its way")],
  sending: ["wait", t("On its way")],
  sent: ["wait", t("On its way")],
  unclear: ["wait", t("Unclear")],
  paid: ["good", t("Paid out")],
  failed: ["bad", t("Failed, back in the balance")],
  reversed: ["bad", t("Taken back, in the balance again")],
});
