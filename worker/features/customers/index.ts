export { creditStatements, takenBackStatements } from "./account-entries.ts";
export { customerLink, numberOfLink } from "./customer-link.ts";
export {
  accountPlan,
  addCustomer,
  type Customer,
  customerById,
  customerByNumber,
} from "./customer-store.ts";
