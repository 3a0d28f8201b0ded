/** A broken promise, by the number of its property (docs/reference/gateways-mpesa.md, "Properties"). */
export class PropertyViolation extends Error {
  readonly property: number;

  constructor(property: number, what: string) {
    super(`property ${property}: ${what}`);
    this.property = property;
  }
}
