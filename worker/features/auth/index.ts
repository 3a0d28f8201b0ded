export { createAdmin, type NewAdmin } from "./create-admin.ts";
