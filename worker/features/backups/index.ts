export { type BackedUp, backUpProvider } from "./back-up-provider.ts";
export { isLoadingPlatform } from "./load-backup.ts";
export { sweepBackups } from "./sweep-backups.ts";
