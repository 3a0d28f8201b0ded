/** Whose file it is, as its headings tell. */
export type Program = "Mikhmon" | "PHPNuxBill" | "UniFi" | "MikroTik" | "Splynx" | "UISP";

/** What a file says, before anything is made of it. */
export type Table = {
  /** Its headings as they are written. */
  names: string[];
  /** The row of the headings; 0 = the file has none, and needs none. */
  headRow: number;
  program: Program | null;
  /** Between two cells, where a cell may have it, too. */
  delimiter: string;
  rows: Line[];
};

export type Line = {
  /** As a spreadsheet counts. */
  row: number;
  cells: string[];
  /** A quote that was never closed runs over what look like rows of their own. */
  isOpen: boolean;
};
