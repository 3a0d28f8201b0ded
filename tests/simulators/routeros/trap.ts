/** Refusals of the router with the texts seen in the field. */

/** 0 missing item or command, 1 bad argument value, 4 general; absent more often than not. */
type TrapCategory = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export class Trap extends Error {
  override readonly name = "Trap";
  readonly category: TrapCategory | null;

  constructor(message: string, category: TrapCategory | null = null) {
    super(message);
    this.category = category;
  }

  attributes(): Record<string, string> {
    return this.category === null
      ? { message: this.message }
      : { category: String(this.category), message: this.message };
  }
}

export const noSuchPrefix = () => new Trap("no such command prefix", 0);
export const noSuchCommand = () => new Trap("no such command", 0);
export const unknownParameter = (name: string) => new Trap(`unknown parameter ${name}`);
export const missing = (name: string) => new Trap(`missing =${name}=`);
export const badValue = (name: string) => new Trap(`invalid value for argument ${name}`, 1);
export const badMac = () => new Trap("invalid value of mac-address, mac address required", 1);
export const noMatch = (name: string) => new Trap(`input does not match any value of ${name}`, 1);
export const failure = (text: string) => new Trap(`failure: ${text}`);
export const notPermitted = () => new Trap("not enough permissions (9)");
