export { type UserCounts, userCounts } from "./list-users.ts";
