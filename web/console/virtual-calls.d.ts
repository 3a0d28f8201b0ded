// Made from the contract by vite.config.ts: addresses without schemas, of one audience each.
declare module "virtual:provider-calls" {
  export const calls: Readonly<Record<string, import("./request.ts").Call>>;
}
declare module "virtual:platform-calls" {
  export const calls: Readonly<Record<string, import("./request.ts").Call>>;
}
