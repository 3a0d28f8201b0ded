export { isProvider, providerById } from "./store.ts";
