declare module "virtual:client-scripts" {
  type Entry = { script: string; preload: readonly string[] };
  /** Addresses of the built portal scripts (`web/portal/server.tsx`), or null where none were built. */
  export const portalScripts: {
    entries: { en: Entry; sw: Entry };
    rare: Readonly<Record<string, readonly string[]>>;
  } | null;
  /** The built bridge, or null where none was built. */
  export const bridgeFile: { address: string; sha256: string } | null;
  /** The same with its installer, signed; null where the build had no key. */
  export const signedRelease: { text: string; signature: string } | null;
  /** Addresses of the handbooks' pictures by their names, such as `plan-en`; none where they were not built. */
  export const helpPictures: Readonly<Record<string, string>>;
  /** The consoles' first files, or null where none were built. */
  export const consoles: Record<
    "admin" | "superadmin",
    { script: string; preload: readonly string[]; styles: readonly string[] }
  > | null;
}
