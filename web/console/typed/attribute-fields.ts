import type { AttributeTyped } from "#contract/paybill";
import { parseKenyanMobile } from "#contract/values/phone";
import { deviceAddress } from "../device-address.ts";
import { t } from "../language.ts";

/** `purchase` is a transaction's id, or `fresh`: then the others say what is bought. */
export type AttributeFields = {
  purchase: string;
  planId: string | null;
  routerId: string | null;
  phoneNumber: string;
  macAddress: string;
};

export const fresh = "fresh";

export const nothingChosen: AttributeFields = {
  ...{ purchase: "", planId: null, routerId: null, phoneNumber: "", macAddress: "" },
};

type Rule = (value: string | null, all: AttributeFields) => string | null;
const ofFresh = (wrong: (value: string) => string | null): Rule => {
  return (value, { purchase }) => (purchase === fresh ? wrong(value ?? "") : null);
};

export const attributeRules: Record<keyof AttributeFields, Rule> = {
  purchase: (value) => (value ? null : t("Choose a purchase")),
  planId: ofFresh((value) => (value ? null : t("Choose a plan"))),
  routerId: ofFresh((value) => (value ? null : t("Choose a router"))),
  phoneNumber: ofFresh((value) =>
    parseKenyanMobile(value) ? null : t("Please enter a valid Kenyan phone number"),
  ),
  macAddress: ofFresh((value) =>
    deviceAddress(value)
      ? null
      : t("This is no device address. It has six pairs of 0-9 and A-F, such as 4C:5E:0C:A1:00:07."),
  ),
};

export function decisionOf(fields: AttributeFields): AttributeTyped {
  const { purchase, planId, routerId, phoneNumber, macAddress } = fields;
  if (purchase !== fresh) return { paymentId: purchase };
  return {
    ...{ planId: planId ?? undefined, routerId: routerId ?? undefined },
    ...{ phoneNumber: phoneNumber.trim(), macAddress: deviceAddress(macAddress) },
  };
}
