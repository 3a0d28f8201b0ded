interface ImportMeta {
  /** Vite's: the texts of the files that match, by path. */
  glob(pattern: string, options: { eager: true; query: "?raw"; import: "default" }): Record<string, string>;
}
