export { createAdmin } from "./create-admin.ts";
