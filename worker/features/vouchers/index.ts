export { generateVouchers } from "./generate-vouchers.ts";
export { loanPorts } from "./offline/loan-reports.ts";
export { sweepLoans } from "./offline/sweep-loans.ts";
export { purchaseOfVoucher } from "./purchase-of-voucher.ts";
export { type RedeemAsk, redeemVoucher } from "./redeem-voucher.ts";
export { providerOfTransaction, transactionIdOf } from "./redemption-id.ts";
export { type RedemptionView, readRedemption, redemptionStatus } from "./voucher-status.ts";
