export { newVoucherCode, refuseTooManyVouchers } from "./generate-vouchers.ts";
export { offlineVoucherPorts } from "./offline/record-reports.ts";
export { sweepFormerSellers } from "./offline/sweep-former-sellers.ts";
export { offlineVouchersDue, sweepOfflineVouchers } from "./offline/sweep-offline-vouchers.ts";
export { purchaseOfVoucher } from "./purchase-of-voucher.ts";
export { redeemVoucher } from "./redeem-voucher.ts";
export { providerOfTransaction, transactionIdOf } from "./redemption-id.ts";
export { readRedemption, redemptionStatus } from "./voucher-status.ts";
