import type { PaymentSwitch } from "#contract/switch";

export const rereads = ["/api/superadmin/payment-gateway-switch"] as const;

/** As many as an operator can ever need on one page. */
export const everySwitch = { query: { pageSize: 100 } } as const;

/** What the page acts on: the chosen switch, else the first active one, else the first. */
export function selectedOf(
  switches: readonly PaymentSwitch[],
  chosen: string | null,
): PaymentSwitch | undefined {
  return switches.find(({ id }) => id === chosen) ?? switches.find(({ isActive }) => isActive) ?? switches[0];
}

/** Per cent of the target, at most 100, and what is left, at least 0. @param amounts in KES */
export function progressOf(amounts: { currentAmount: number; targetAmount: number }): {
  percent: number;
  remaining: number;
} {
  const { currentAmount, targetAmount } = amounts;
  const percent = targetAmount > 0 ? Math.min(100, (currentAmount / targetAmount) * 100) : 0;
  return { percent, remaining: Math.max(0, targetAmount - currentAmount) };
}

/** "M-Pesa 600200" */
export function accountOf(one: Pick<PaymentSwitch, "centralName" | "centralAccountNumber">): string {
  return `${one.centralName} ${one.centralAccountNumber}`;
}
