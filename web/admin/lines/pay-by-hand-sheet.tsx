import type { CustomerAccount } from "#contract/customer-accounts";
import { formatAccountCode } from "#contract/values/account-code";
import { t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { keptFor, useRead } from "../api.ts";

/** A page for the wall of a home: the account's number, and how money comes into it. */
export function PayByHandSheet({ account, onDone }: { account: CustomerAccount; onDone: () => void }) {
  const { name, number, paybill } = account;
  const business = useRead("getSettings", {}, keptFor(30_000)).data?.provider?.businessName ?? "";
  const account8 = formatAccountCode(number);
  return (
    <PrintSheet paper="a4" onDone={onDone}>
      <h1>{business}</h1>
      <p>{name}</p>
      <p>
        {t("Account number")}: <strong>{account8}</strong>
      </p>
      {paybill === null ? (
        <p>{t("Pay by the link that we send you, or in cash. Say this number.")}</p>
      ) : (
        <ol>
          <li>{t("M-Pesa, Lipa na M-Pesa, Pay Bill")}</li>
          <li>
            {t("Business number")}: <strong>{paybill}</strong>
          </li>
          <li>
            {t("Account number")}: <strong>{account8}</strong>
          </li>
          <li>{t("Any amount: what is not used yet stays in your account.")}</li>
        </ol>
      )}
    </PrintSheet>
  );
}
