export {
  type Cash,
  type CashRow,
  cashById,
  cashColumns,
  cashStatements,
  undoneStatements,
} from "./account-cash.ts";
export { creditStatements, takenBackStatements } from "./account-entries.ts";
export { receivedStatements } from "./account-messages.ts";
export {
  broughtBackStatements,
  broughtBy,
  broughtInStatements,
  broughtValue,
  hasPaid,
} from "./brought-balances.ts";
export { letterEvents, letterRaised, lettersOf } from "./customer-letters.ts";
export { customerLink, customerPath, numberOfLink } from "./customer-link.ts";
export {
  accountPlan,
  addCustomer,
  addCustomers,
  type Customer,
  customerById,
  customerByNumber,
  dropUnused,
  type NewCustomer,
  providerOfNumber,
  saveCustomer,
} from "./customer-store.ts";
export { customersFound, type LikelyCustomer, likelyCustomers } from "./likely-customers.ts";
export { type AccountRefund, endedStatements, heldStatements } from "./refund-entries.ts";
