export { createAdmin, type NewAdmin } from "./create-admin.ts";
export { mountAuth } from "./routes.ts";
