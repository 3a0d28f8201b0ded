// Whether what was bought is let out, as SQL over the purchase's rows: one that moved to another router has several,
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

/**
 * It had a device and lost it when its router went out of service: somebody has to bring it to another one, also where it
 * had started before. What never had a device waits for its buyer.
 */
const isSetAside = (now: string) => `part.mac IS NULL AND part.state IN ('waiting', 'running')
  AND (part.ends_at IS NULL OR part.ends_at > ${now}) AND EXISTS (SELECT 1 FROM devices AS lost
    WHERE lost.provider_id = ?1 AND lost.entitlement_id = part.id)`;

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

const isLetOut = (parts: string, now: string) => `EXISTS (SELECT 1 ${parts} AND part.started_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 ${parts} AND ${isSetAside(now)})`;

/** One pass over the parts of a purchase, mostly a single one. */
const word = (parts: string, now: string) => `(SELECT CASE
  WHEN max(CASE WHEN part.mac IS NULL THEN ${isSetAside(now)} END) THEN 'open'
  WHEN max(part.started_at IS NOT NULL) THEN 'done'
  WHEN max(CASE WHEN part.started_at IS NULL THEN ${isOpen(now)} END) THEN 'open' ELSE 'none' END ${parts})`;

/** `none`, `open` or `done` of a row of `payments` or `vouchers`. */
export const activationOf = {
  payment: (now: string) => word(ofPayment, now),
  voucher: (now: string) => word(ofVoucher, now),
};

/** The same as `activation = 'done'`. */
export const wasLetOut = {
  payment: (now: string) => isLetOut(ofPayment, now),
  voucher: (now: string) => isLetOut(ofVoucher, now),
};

/** Two queries in one, each with its index: of what has not started, and of what has no device. */
const open = (what: string, now: string, and = "") =>
  [isOpen(now), isSetAside(now)]
    .map((is) => `SELECT ${what} FROM entitlements AS part WHERE part.provider_id = ?1 AND ${is}${and}`)
    .join(" UNION ALL ");

/** The same as `activation = 'open'`, beginning with the few that are. */
export const isNotLetOut = {
  payment: (now: string) => `payments.id IN (${open("part.source_id", now, " AND part.source = 'payment'")})`,
  // A redemption's purchase was made in the moment in which the voucher was used.
  voucher(now: string) {
    const redeemed = (what: string) => open(what, now, " AND part.source = 'voucher'");
    return `vouchers.used_at IN (${redeemed("part.created_at")})
      AND vouchers.redemption_id IN (${redeemed("substr(part.source_id, 1, 32)")})`;
  },
};

export const countOpen = (now: string) =>
  `SELECT count(DISTINCT source_id) FROM (${open("part.source_id AS source_id", now)})`;
