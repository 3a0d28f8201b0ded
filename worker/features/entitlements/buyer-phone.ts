import { type Sql, sql } from "../../db/sql.ts";
import { firstIdIn } from "./purchase-id.ts";

/** All ids of a purchase lie between these, as `idsOfPurchase` tells it. */
const firstId = firstIdIn(sql`entitlements.id`);

/** A trial's row names no entitlement: it was given at the moment of which the purchase is, to a device that it then had. */
const ofTrial = sql`SELECT trials.phone FROM trials WHERE trials.given_at = entitlements.created_at
  AND trials.subject IN (SELECT devices.subject FROM devices
    WHERE devices.entitlement_id >= ${firstId} AND devices.entitlement_id < ${firstId} || '/')`;

/** The number that paid for a row of `entitlements`, or proved itself for a trial; null where none did. */
export const buyerPhone: Sql = sql`CASE entitlements.source WHEN 'trial' THEN (${ofTrial})
  ELSE (SELECT payments.phone FROM payments WHERE payments.id = entitlements.source_id) END`;
