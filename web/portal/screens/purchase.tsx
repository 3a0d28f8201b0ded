// One file for all that comes with a purchase: its parts have much in common, and a first visit needs none of them.
export { Standing } from "../parts/purchase-summary.tsx";
export { ClaimScreen } from "./claim.tsx";
export { ConnectedScreen } from "./connected.tsx";
export { PaymentScreen } from "./payment.tsx";
