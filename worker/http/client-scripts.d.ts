declare module "virtual:client-scripts" {
  /** Address of the built portal script, or null where none was built. */
  export const portalScript: string | null;
}
