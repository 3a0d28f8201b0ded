import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCreditCard,
  IconLine,
  IconRouter,
  IconTicket,
  IconUser,
  IconUserPlus,
} from "@tabler/icons-react";
import { kes, phone, shortMoment } from "../console/format.ts";
import { language, t } from "../console/language.ts";
import type { NavItem } from "../console/layout.tsx";
import { foundRows, leaveFor, PaletteField, usePaletteQuery } from "../console/palette.tsx";
import { whyOffline } from "../console/why-offline.ts";
import { may, useList, useRead } from "./api.ts";
import { accountNumber, standingMark } from "./lines/format-line.ts";
import { addresses, mayOpen } from "./navigation.ts";
import { isGivable, isNotActivated, notActivatedWord, payer, statusOf } from "./payments/format-payment.ts";
import { isCalled } from "./routers/format-router.ts";
import { allowedActs, allowedMend } from "./users/allowed-acts.ts";
import { mendWord } from "./users/mend.ts";
import { useCutOff } from "./users/use-cut-off.ts";
import { useGive } from "./users/use-give.ts";
import { useMend } from "./users/use-mend.ts";
import { statusMark, voucherTerms } from "./vouchers/format-voucher.ts";

const shown = 5;
const facts = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(" · ");

/** What is named by what one does there. */
function tasks(): NavItem[] {
  const all = [
    {
      call: "generateVouchers",
      to: `${addresses.vouchers}?make=1`,
      name: t("Make vouchers"),
      icon: IconTicket,
    },
    { call: "addRouter", to: `${addresses.routers}?add=1`, name: t("Add a router"), icon: IconRouter },
    {
      call: "invitePerson",
      to: `${addresses.people}?invite=1`,
      name: t("Invite somebody"),
      icon: IconUserPlus,
    },
  ] as const;
  return all.filter(({ call }) => may(call));
}

/** One field for all that a person at the counter names: a phone number, a receipt, a code, a device, a router. */
export function Palette(props: { places: readonly NavItem[]; onGo: (to: string) => void }) {
  const { places, onGo } = props;
  const typed = usePaletteQuery();
  const { asked, enabled } = typed;
  const query = { q: asked, pageSize: shown };
  const reading = { enabled, staleTime: 0 };
  const payments = useList("listTransactions", { query }, reading);
  const users = useList("listUsers", { query }, reading);
  const vouchers = useList("listVouchers", { query }, reading);
  const lines = useList("listLines", { query: { q: asked } }, reading);
  const seesRouters = mayOpen(addresses.routers);
  const routers = useRead("listRouters", {}, { enabled: enabled && seesRouters, staleTime: 30_000 });
  const mending = useMend(onGo);
  const give = useGive();
  const { disconnect } = useCutOff();
  const at = (path: string, filter: Record<string, string>) => () =>
    leaveFor(() => onGo(`${path}?${new URLSearchParams(filter)}`));

  const foundPayments = foundRows(typed, payments).flatMap((one) => {
    const paid = `${payer(one)} · ${kes(one.amount)}`;
    const receipt = { q: asked, payment: one.id };
    const found = {
      id: `payment ${one.id}`,
      label: paid,
      description: facts(
        isNotActivated(one) ? notActivatedWord(one) : statusOf(one).word,
        one.detail ?? one.receipt,
        one.planName,
        shortMoment(one.createdAt, language(), Date.now()),
      ),
      leftSection: <IconCreditCard size={20} aria-hidden />,
      onClick: at(addresses.payments, receipt),
    };
    // Who types a whole receipt has the payer's message before them.
    if (one.receipt?.toUpperCase() !== asked.toUpperCase() || !isGivable(one)) return [found];
    if (!may("refundOwnPayment")) return [found];
    const back = {
      id: `give back ${one.id}`,
      label: `${t("Give back")}: ${paid}`,
      description: facts(one.receipt, one.planName),
      leftSection: <IconArrowBackUp size={20} aria-hidden />,
      onClick: at(addresses.payments, { ...receipt, back: "1" }),
    };
    return [found, back];
  });
  const someUsers = foundRows(typed, users);
  const foundUsers = someUsers.flatMap((user) => {
    const { id, macAddress, phoneNumber, plan } = user;
    const who = phoneNumber ? phone(phoneNumber) : macAddress;
    const why = whyOffline(user);
    const mend = allowedMend(user);
    const found = {
      id: `user ${id}`,
      label: who,
      description: facts(why ?? t("Online Now"), macAddress, plan?.name),
      leftSection: <IconUser size={20} aria-hidden />,
      onClick: at(addresses.users, { q: macAddress, ...(may("userDetails") ? { user: id } : {}) }),
    };
    const act = (word: string, go: () => void) => ({
      id: `${word} ${id}`,
      label: `${word}: ${who}`,
      description: why ?? "",
      leftSection: <IconArrowForwardUp size={20} aria-hidden />,
      onClick: () => leaveFor(go),
    });
    // Of the one who was meant, also what a customer asks for.
    const own = someUsers.length === 1 ? allowedActs(user) : null;
    return [
      found,
      ...(mend ? [act(mendWord(mend), () => mending(user, mend))] : []),
      ...(own?.extend ? [act(t("+30 min"), () => give(user))] : []),
      ...(own?.disconnect ? [act(t("Disconnect"), () => disconnect(user))] : []),
    ];
  });
  const foundVouchers = foundRows(typed, vouchers).map((voucher) => ({
    id: `voucher ${voucher.id}`,
    label: voucher.code,
    description: facts(
      statusMark(voucher.status).word,
      voucher.plan?.name,
      voucherTerms(voucher),
      voucher.usedBy,
    ),
    leftSection: <IconTicket size={20} aria-hidden />,
    onClick: at(addresses.vouchers, { q: voucher.code }),
  }));
  const foundLines = foundRows(typed, lines)
    .slice(0, shown)
    .map((line) => ({
      id: `line ${line.id}`,
      label: line.customer.name,
      description: facts(standingMark(line).word, line.login, accountNumber(line)),
      leftSection: <IconLine size={20} aria-hidden />,
      onClick: at(addresses.lines, { q: asked, line: line.id }),
    }));
  const foundRouters = (enabled && seesRouters ? (routers.data ?? []) : [])
    .filter(isCalled(asked))
    .slice(0, shown)
    .map(({ id, name, location, isOnline }) => ({
      id: `router ${id}`,
      label: name,
      description: facts(isOnline ? t("Online") : t("Offline"), location),
      leftSection: <IconRouter size={20} aria-hidden />,
      onClick: at(addresses.routers, { router: id }),
    }));
  return (
    <PaletteField
      query={typed}
      groups={[
        // Whoever says "I paid and am not online" is asked for first: whether that is so, and why.
        { name: t("Users"), actions: foundUsers },
        { name: t("Payments"), actions: foundPayments },
        { name: t("Lines"), actions: foundLines },
        { name: t("Vouchers"), actions: foundVouchers },
        { name: t("Routers"), actions: foundRouters },
      ]}
      busy={payments.isFetching || users.isFetching || vouchers.isFetching || lines.isFetching}
      places={typed.wanted === "" ? places : [...places, ...tasks()]}
      placeholder={t("Phone, receipt, code, device or router")}
      onGo={onGo}
    />
  );
}
