// Which column of a file says what, by its heading.

/** -1 where the file has none. */
export type Places<Column extends string> = Record<Column, number>;

/** Accents and signs are not told apart. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

/** @param headings what a column may be called, in plain small letters; the first that a file has counts @param names plain, too */
export function placesIn<Column extends string>(
  headings: Readonly<Record<Column, readonly string[]>>,
  names: readonly string[],
): Places<Column> {
  const placeOf = (column: Column) =>
    headings[column].map((name) => names.indexOf(name)).find((place) => place >= 0) ?? -1;
  const columns = Object.keys(headings) as Column[];
  return Object.fromEntries(columns.map((column) => [column, placeOf(column)])) as Places<Column>;
}

/** How many columns are known; 0 where no column says what or whom a row is about. */
export function knownIn<Column extends string>(places: Places<Column>, naming: readonly Column[]): number {
  if (naming.every((column) => places[column] < 0)) return 0;
  return new Set(Object.values<number>(places).filter((place) => place >= 0)).size;
}

/** Whether all of these are headings of the file. */
export function hasHeadings(written: readonly string[]): (...wanted: string[]) => boolean {
  const names = written.map(plainHeading);
  return (...wanted) => wanted.every((name) => names.includes(name));
}
