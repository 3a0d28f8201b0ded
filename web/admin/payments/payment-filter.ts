export const noFilter = {
  q: "",
  status: "",
  type: "",
  activation: "",
  routerId: "",
  from: "",
  to: "",
  page: "1",
};
export type PaymentFilter = Record<keyof typeof noFilter, string>;
/** What the address says beside the filter: whose receipt is open. */
export const place = { ...noFilter, payment: "" };

const one = <T extends string>(among: readonly T[], text: string): T | undefined =>
  among.find((value) => value === text);
const day = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

/** Values of the address that are no filter are left out. */
export function queryOf(filter: Omit<PaymentFilter, "page">) {
  const { q, routerId } = filter;
  return {
    q: q || undefined,
    status: one(["completed", "pending", "failed"], filter.status),
    type: one(["payment", "voucher"], filter.type),
    activation: one(["open", "done"], filter.activation),
    routerId: routerId || undefined,
    from: day(filter.from),
    to: day(filter.to),
  };
}

/** What cash is asked by: it has no status of its own. */
export function cashQueryOf(filter: Omit<PaymentFilter, "page">) {
  const { q, routerId, from, to } = queryOf(filter);
  return { q, routerId, from, to };
}

/** Whether rows of the filter may be cash: it is money that came in. */
export const hasCash = ({
  type,
  status,
  activation,
}: Pick<PaymentFilter, "type" | "status" | "activation">) =>
  type !== "voucher" && activation === "" && (status === "" || status === "completed");

export function filtersSet(filter: PaymentFilter): number {
  const { status, type, activation, routerId, from, to } = filter;
  return [status, type, activation, routerId, from || to].filter(Boolean).length;
}

/** The address of the rows behind a figure. */
export function rowsOf(path: string, filter: Partial<PaymentFilter>): string {
  const query = new URLSearchParams(filter as Record<string, string>).toString();
  return `${path}${query ? `?${query}` : ""}`;
}
