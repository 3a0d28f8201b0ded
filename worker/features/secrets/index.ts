export { keepAllCodes, sweepSecrets } from "./sweep-secrets.ts";
