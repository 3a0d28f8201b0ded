export { type UserCounts, userCounts, userCountsWith } from "./list-users.ts";
