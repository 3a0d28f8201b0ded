export { sweepSecrets } from "./sweep-secrets.ts";
