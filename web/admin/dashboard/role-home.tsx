import { may } from "../api.ts";
import { CashierHome } from "./cashier-home.tsx";
import { TechnicianHome } from "./technician-home.tsx";

/** The first screen of who sees no figures of money. */
export function RoleHome() {
  return may("generateVouchers") ? <CashierHome /> : <TechnicianHome />;
}
