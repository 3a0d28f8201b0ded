export { userCountsWith } from "./list-users.ts";
