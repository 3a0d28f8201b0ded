export { userCountsWith } from "./list-users.ts";
export { accessOfPaid } from "./paid-access.ts";
