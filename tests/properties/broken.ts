/** What the histories of a run met, so that a test can tell whether it tested anything. */
export const met = new Map<string, number>();
export function meets(what: string, times = 1): void {
  met.set(what, (met.get(what) ?? 0) + times);
}

/** A broken promise, by the number of its property (docs/reference/gateways-mpesa.md, "Properties"). */
export class Broken extends Error {
  readonly property: number;

  constructor(property: number, what: string) {
    super(`property ${property}: ${what}`);
    this.property = property;
  }
}
