// Whether what was bought was let out, as SQL over the purchase's rows: one that moved to another router has several,
// under ids that begin with the first one's. `?1` is the provider.

/** A paid purchase is given this long to reach its router before anybody worries. */
export const worryAfterMs = 30_000;

/**
 * Bought, its device is known, it is its turn, and it was not let out yet. What follows behind a running purchase of
 * the same device waits as it should, and so does what waits for its device.
 * @param now placeholder of the moment, UTC ms
 */
const isOpen = (now: string) => `part.started_at IS NULL AND part.state = 'waiting' AND part.mac IS NOT NULL
  AND part.created_at <= ${now} - ${worryAfterMs} AND NOT EXISTS (SELECT 1 FROM entitlements AS ahead
    WHERE ahead.provider_id = ?1 AND ahead.mac = part.mac AND ahead.state = 'running' AND ahead.ends_at > ${now})`;

const partsOf = (firstId: string) =>
  `part.provider_id = ?1 AND part.id >= ${firstId} AND part.id < ${firstId} || '/'`;

const ofPayment = `FROM entitlements AS part WHERE ${partsOf("payments.entitlement_id")}`;

/**
 * A redemption's id cannot be computed in SQL: its purchase is found by the device that it was made for. The planner, which
 * knows no sizes, would begin with all purchases or all devices: it is told how to go.
 */
const ofVoucher = `FROM devices INDEXED BY devices_mac CROSS JOIN entitlements AS bought
    ON bought.provider_id = ?1 AND bought.id = devices.entitlement_id AND bought.source = 'voucher'
  CROSS JOIN entitlements AS part ON ${partsOf("bought.id")}
  WHERE devices.provider_id = ?1 AND devices.mac = vouchers.used_by
    AND substr(bought.source_id, 1, 32) = vouchers.redemption_id`;

const word = (parts: string, now: string) => `CASE
  WHEN EXISTS (SELECT 1 ${parts} AND part.started_at IS NOT NULL) THEN 'done'
  WHEN EXISTS (SELECT 1 ${parts} AND ${isOpen(now)}) THEN 'open' ELSE 'none' END`;

/** `none`, `open` or `done` of a row of `payments` or `vouchers`. */
export const activationOf = {
  payment: (now: string) => word(ofPayment, now),
  voucher: (now: string) => word(ofVoucher, now),
};

export const wasLetOut = {
  payment: `EXISTS (SELECT 1 ${ofPayment} AND part.started_at IS NOT NULL)`,
  voucher: `EXISTS (SELECT 1 ${ofVoucher} AND part.started_at IS NOT NULL)`,
};

const open = (now: string) => `FROM entitlements AS part WHERE part.provider_id = ?1 AND ${isOpen(now)}`;

/** The same as `activation = 'open'`, beginning with the few that are: by the index of what has not started. */
export const isNotLetOut = {
  payment: (now: string) => `payments.id IN (SELECT part.source_id ${open(now)} AND part.source = 'payment')`,
  // A redemption's purchase was made in the moment in which the voucher was used.
  voucher: (
    now: string,
  ) => `vouchers.used_at IN (SELECT part.created_at ${open(now)} AND part.source = 'voucher')
    AND vouchers.redemption_id IN (SELECT substr(part.source_id, 1, 32) ${open(now)} AND part.source = 'voucher')`,
};

export const countOpen = (now: string) => `SELECT count(DISTINCT part.source_id) ${open(now)}`;
