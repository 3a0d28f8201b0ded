import { dayMs, nairobiMs } from "#contract/values/time";

// What a month of homes has to come to, reckoned apart from the product: months by the calendar of Nairobi, money in shillings.

export type Offer = { price: number; months?: number; days?: number; daysFrom?: number };

/** The same time of the day so many months later, on this day of the month where there is one. */
export function monthsAfter(at: number, months: number, anchor: number): number {
  const here = new Date(at + nairobiMs);
  const [year, month] = [here.getUTCFullYear(), here.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const then = Date.UTC(year, month, Math.min(anchor, last));
  return then + ((at + nairobiMs) % dayMs) - nairobiMs;
}

const dayOfMonth = (at: number) => new Date(at + nairobiMs).getUTCDate();

export class HomeLine {
  readonly login: string;
  readonly offers: Offer[];
  /** UTC ms; 0 = it was never paid. */
  paidUntil: number;
  anchor: number;
  pausedAt: number | null = null;
  isClosed = false;

  constructor(login: string, offer: Offer, paidUntil: number) {
    this.login = login;
    this.offers = [offer];
    this.paidUntil = paidUntil;
    this.anchor = paidUntil === 0 ? 0 : dayOfMonth(paidUntil);
  }

  get offer(): Offer {
    const offer = this.offers.at(-1);
    if (!offer) throw new Error(`${this.login} has no package`);
    return offer;
  }

  isOn(now: number): boolean {
    return !this.isClosed && this.pausedAt === null && this.paidUntil > now;
  }

  /** Begins where the last period ended, or now where that is over: none of these packages has days of grace. */
  lengthen(now: number, days?: number): void {
    const begin = Math.max(this.paidUntil, now);
    if (begin > this.paidUntil) this.anchor = dayOfMonth(begin);
    const { months = 0 } = this.offer;
    const whole = days ?? this.offer.days;
    this.paidUntil = whole === undefined ? monthsAfter(begin, months, this.anchor) : begin + whole * dayMs;
    if (whole !== undefined) this.anchor = dayOfMonth(this.paidUntil);
  }

  pause(now: number): void {
    this.pausedAt = now;
  }
  resume(now: number): void {
    this.paidUntil += now - (this.pausedAt ?? now);
    this.anchor = dayOfMonth(this.paidUntil);
    this.pausedAt = null;
  }
}

/** Who pays, for one line or several. */
export class Home {
  readonly name: string;
  readonly lines: HomeLine[];
  balance = 0;
  paidIn = 0;
  givenBack = 0;
  id = "";
  number = "";

  constructor(name: string, lines: HomeLine[]) {
    this.name = name;
    this.lines = lines;
  }

  pay(amount: number, now: number): void {
    this.balance += amount;
    this.paidIn += amount;
    for (;;) {
      const open = this.lines.filter(({ isClosed, pausedAt }) => !isClosed && pausedAt === null);
      const [first] = open.sort((a, b) => a.paidUntil - b.paidUntil || a.login.localeCompare(b.login));
      if (!first || this.balance < first.offer.price) break;
      this.balance -= first.offer.price;
      first.lengthen(now);
    }
    this.spendRest(now);
  }

  /** A rest buys whole days of a line that has ended, at the price of a day. */
  private spendRest(now: number): void {
    const [line] = this.lines;
    if (this.lines.length !== 1 || !line || line.isOn(now)) return;
    const { price, days, daysFrom } = line.offer;
    if (days === undefined || daysFrom === undefined || this.balance < daysFrom) return;
    const bought = Math.floor(this.balance / (price / days));
    this.balance -= bought * (price / days);
    line.lengthen(now, bought);
  }
}
