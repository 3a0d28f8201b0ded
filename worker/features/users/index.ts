export { knownUser } from "./known-user.ts";
export { userCountsWith } from "./list-users.ts";
export { accessOfPaid } from "./paid-access.ts";
export { countNotRenewed } from "./user-rows.ts";
