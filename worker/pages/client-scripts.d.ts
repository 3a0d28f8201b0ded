declare module "virtual:portal-scripts" {
  type Entry = { script: string; preload: readonly string[] };
  /** Addresses of the built portal scripts (`web/portal/server.tsx`), or null where none were built. */
  export const portalScripts: {
    entries: { en: Entry; sw: Entry };
    rare: Readonly<Record<string, readonly string[]>>;
  } | null;
}

declare module "virtual:client-scripts" {
  /** The built bridge, or null where none was built. */
  export const bridgeFile: { address: string; sha256: string } | null;
  /** The same with its installer, signed; null where the build had no key. */
  export const signedRelease: { text: string; signature: string } | null;
  /** The consoles' files, or null where none were built. */
  export const consoles: Record<
    "admin" | "superadmin",
    {
      /** The entry: all that a page before log-in needs. */
      script: string;
      preload: readonly string[];
      /** The console itself. */
      scripts: readonly string[];
      styles: readonly string[];
      /** What each page needs besides, by the last part of its address. */
      pages: Readonly<Record<string, readonly string[]>>;
    }
  > | null;
}

/** A handbook, as HTML (deploy/handbooks.ts). */
declare module "*.md" {
  export const handbook: {
    title: string;
    /** For whom, in a sentence. */
    intro: string;
    /** Items of a list, with a link to each topic. */
    contents: string;
    sections: string;
  };
}
