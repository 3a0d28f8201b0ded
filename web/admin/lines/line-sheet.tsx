import { SimpleGrid, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Line } from "#contract/lines";
import { Fact, Hint, Money, SecondaryButton, StatusMark, Warning, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { may, polled, useRead } from "../api.ts";
import { AccountActs } from "./account-acts.tsx";
import {
  accountNumber,
  dialWord,
  fairUseText,
  isRouterBehind,
  nextText,
  noteOf,
  phoneOf,
  priceText,
  standingMark,
} from "./format-line.ts";
import { LineActs } from "./line-acts.tsx";
import { LineBy } from "./line-by.tsx";
import { LineUsage } from "./line-usage.tsx";
import { PayLink } from "./pay-link.tsx";

/** In words, by what its router says now; nothing of a line that has internet. */
function WhyOffline({ id }: { id: string }) {
  const why = useRead("whyLineOffline", { params: { id } }, polled(15_000)).data;
  if (!why || why.cause === "none") return null;
  return (
    <Warning role="status" py="xs" title={t("Why it is offline")}>
      {why.sentence}
    </Warning>
  );
}

/** What of it is used stands with the usage. */
function FairUse({ fairUse }: { fairUse: NonNullable<Line["fairUse"]> }) {
  const { afterGB, mbps, slowedSince } = fairUse;
  return (
    <Hint component="div">
      {fairUseText({ fairUseGB: afterGB, fairUseMbps: mbps })}
      {slowedSince === null ? null : (
        <>
          {" · "}
          {t("slower since")} <When iso={slowedSince} short />
        </>
      )}
    </Hint>
  );
}

/** All that is known of a line, and of who has it. */
export function LineSheet(props: { line: Line; onAddAnother: () => void; onGone: () => void }) {
  const { line, onAddAnother, onGone } = props;
  const { customer, router, dialled } = line;
  return (
    <Stack>
      {line.hindrance === null ? null : (
        <Warning role="status" py="xs" title={t("In the way at the router")}>
          {line.hindrance}
        </Warning>
      )}
      {isRouterBehind(line) && line.hindrance === null ? (
        <Warning role="status" py="xs" title={t("Router not reached yet")}>
          {t("What it should do is sent to {router} again and again until it is done.", {
            router: router.name,
          })}
        </Warning>
      ) : null}
      {line.standing === "closed" ? null : <WhyOffline id={line.id} />}
      <SimpleGrid component="dl" cols={2} spacing="sm" m={0}>
        <Fact name={t("Status")}>
          <StatusMark {...standingMark(line)} isPlain />
          {noteOf(line) === "" ? null : <Hint component="div">{noteOf(line)}</Hint>}
        </Fact>
        <Fact name={t("Paid until")}>
          <When iso={line.paidUntil} />
        </Fact>
        <Fact name={t("Account number")}>{accountNumber(line)}</Fact>
        <Fact name={t("Balance")}>
          <Money amount={customer.balance} />
        </Fact>
        <Fact name={t("Phone number")}>{phoneOf(customer)}</Fact>
        <Fact name={t("Package")}>
          {line.packageName}
          <Hint component="div">{priceText(line)}</Hint>
          {line.fairUse === null ? null : <FairUse fairUse={line.fairUse} />}
          {line.next === null ? null : <Hint component="div">{nextText(line.next)}</Hint>}
        </Fact>
        <LineBy line={line} />
        <Fact name={t("Router")}>{router.name}</Fact>
        <Fact name={t("Connection")}>
          {dialWord(line)}
          {dialled === null ? null : (
            <Hint component="div">
              {t("since")} <When iso={dialled.since} short />
            </Hint>
          )}
        </Fact>
        {dialled === null || line.device !== null ? null : (
          <>
            <Fact name={t("Address")}>{dialled.address}</Fact>
            <Fact name={t("Dials from")}>{dialled.callerId}</Fact>
          </>
        )}
      </SimpleGrid>
      <LineUsage id={line.id} />
      <AccountActs line={line} />
      <PayLink line={line} />
      {line.standing === "closed" ? null : <LineActs line={line} onGone={onGone} />}
      {may("addLine") ? (
        <SecondaryButton icon={IconPlus} onClick={onAddAnother}>
          {t("Add another line")}
        </SecondaryButton>
      ) : null}
    </Stack>
  );
}
