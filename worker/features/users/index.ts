export { type UserCounts, userCountsWith } from "./list-users.ts";
