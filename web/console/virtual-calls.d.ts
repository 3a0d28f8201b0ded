// The sentences that a schema of the contract may say of a field, by their keys.
declare module "virtual:field-texts/en" {
  export default {} as Readonly<Record<string, string>>;
}
declare module "virtual:field-texts/sw" {
  export default {} as Readonly<Record<string, string>>;
}
// The Kiswahili of the pages before a console.
declare module "virtual:entry-texts/sw" {
  export default {} as Readonly<Record<string, string>>;
}
// Made from the contract by vite.config.ts: addresses without schemas, of one audience each.
declare module "virtual:provider-calls" {
  export const calls: Readonly<Record<string, import("./request.ts").Call>>;
}
declare module "virtual:platform-calls" {
  export const calls: Readonly<Record<string, import("./request.ts").Call>>;
}
// Those alone that the pages before a console make.
declare module "virtual:provider-entry" {
  export const calls: Readonly<Record<string, import("./request.ts").Call>>;
}
declare module "virtual:platform-entry" {
  export const calls: Readonly<Record<string, import("./request.ts").Call>>;
}
