import { Code } from "@mantine/core";
import type { Voucher } from "#contract/vouchers";
import { StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { statusMark } from "./format-voucher.ts";

// What a row and a voucher's own sheet share.

export type VoucherActs = {
  share: (voucher: Voucher) => void;
  /** Address that opens WhatsApp with the text of its sharing. */
  byWhatsApp: (voucher: Voucher) => string;
  print: (voucher: Voucher) => void;
  revoke: (voucher: Voucher) => void;
};

export function CodeText({ code }: { code: string }) {
  return (
    <Code fz={{ base: 15, sm: "sm" }} py={0} style={{ whiteSpace: "nowrap" }}>
      {code}
    </Code>
  );
}

export function Standing({ voucher: { status, isOffline } }: { voucher: Voucher }) {
  return (
    <StatusMark
      isSmall
      {...statusMark(status)}
      {...(isOffline ? { word: `${statusMark(status).word} · ${t("kept at a router")}` } : {})}
    />
  );
}
