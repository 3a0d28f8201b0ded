-- Triggers, which drizzle cannot say.
CREATE TRIGGER `ledger_refuses_update` BEFORE UPDATE ON `ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_refuses_delete` BEFORE DELETE ON `ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `usage_counts_on_insert` AFTER INSERT ON `usage`
BEGIN
	INSERT INTO `usage_daily` (`subject`, `day`, `bytes_up`, `bytes_down`, `seconds`)
	VALUES (NEW.`subject`, date(NEW.`updated_at` / 1000 + 10800, 'unixepoch'),
		NEW.`bytes_up`, NEW.`bytes_down`, NEW.`seconds`)
	ON CONFLICT (`subject`, `day`)
	DO UPDATE SET `bytes_up` = `bytes_up` + excluded.`bytes_up`, `bytes_down` = `bytes_down` + excluded.`bytes_down`,
		`seconds` = `seconds` + excluded.`seconds`;
	UPDATE `hotspot_users` SET `bytes_up` = `bytes_up` + NEW.`bytes_up`, `bytes_down` = `bytes_down` + NEW.`bytes_down`,
		`seconds` = `seconds` + NEW.`seconds`, `last_seen_at` = max(`last_seen_at`, NEW.`updated_at`)
	WHERE `subject` = NEW.`subject`;
	UPDATE `entitlements` SET `used_bytes` = `used_bytes` + NEW.`bytes_up` + NEW.`bytes_down`
	WHERE `id` = NEW.`entitlement_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_counts_on_update` AFTER UPDATE ON `usage`
	WHEN NEW.`bytes_up` > OLD.`bytes_up` OR NEW.`bytes_down` > OLD.`bytes_down` OR NEW.`seconds` > OLD.`seconds`
BEGIN
	INSERT INTO `usage_daily` (`subject`, `day`, `bytes_up`, `bytes_down`, `seconds`)
	VALUES (NEW.`subject`, date(NEW.`updated_at` / 1000 + 10800, 'unixepoch'),
		NEW.`bytes_up` - OLD.`bytes_up`, NEW.`bytes_down` - OLD.`bytes_down`, NEW.`seconds` - OLD.`seconds`)
	ON CONFLICT (`subject`, `day`)
	DO UPDATE SET `bytes_up` = `bytes_up` + excluded.`bytes_up`, `bytes_down` = `bytes_down` + excluded.`bytes_down`,
		`seconds` = `seconds` + excluded.`seconds`;
	UPDATE `hotspot_users` SET `bytes_up` = `bytes_up` + NEW.`bytes_up` - OLD.`bytes_up`,
		`bytes_down` = `bytes_down` + NEW.`bytes_down` - OLD.`bytes_down`,
		`seconds` = `seconds` + NEW.`seconds` - OLD.`seconds`, `last_seen_at` = max(`last_seen_at`, NEW.`updated_at`)
	WHERE `subject` = NEW.`subject`;
	UPDATE `entitlements`
	SET `used_bytes` = `used_bytes` + NEW.`bytes_up` - OLD.`bytes_up` + NEW.`bytes_down` - OLD.`bytes_down`
	WHERE `id` = NEW.`entitlement_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_born_ended_are_tallied` AFTER INSERT ON `payments` WHEN NEW.`status` <> 'pending'
BEGIN
	INSERT INTO `payment_tallies` (`status`, `count`) VALUES (NEW.`status`, 1)
	ON CONFLICT (`status`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_are_tallied` AFTER UPDATE OF `status` ON `payments` WHEN OLD.`status` <> NEW.`status`
BEGIN
	UPDATE `payment_tallies` SET `count` = `count` - 1 WHERE `status` = OLD.`status`;
	INSERT INTO `payment_tallies` (`status`, `count`)
	SELECT NEW.`status`, 1 WHERE NEW.`status` <> 'pending'
	ON CONFLICT (`status`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `vouchers_feed_voucher_daily` AFTER UPDATE OF `redemption_id` ON `vouchers`
WHEN OLD.`redemption_id` IS NULL AND NEW.`redemption_id` IS NOT NULL
BEGIN
	INSERT INTO `voucher_daily` (`router_id`, `day`, `count`, `cents`)
	VALUES (NEW.`router_id`, date(NEW.`used_at` / 1000 + 10800, 'unixepoch'), 1,
		json_extract(NEW.`terms`, '$.priceCents'))
	ON CONFLICT (`day`, `router_id`)
	DO UPDATE SET `count` = `count` + 1, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_born_paid_are_summed` AFTER INSERT ON `payments` WHEN NEW.`completed_at` IS NOT NULL
BEGIN
	INSERT INTO `plan_daily` (`day`, `plan_name`, `count`, `cents`)
	VALUES (date(NEW.`completed_at` / 1000 + 10800, 'unixepoch'),
		json_extract(NEW.`terms`, '$.planName'), 1, NEW.`amount_cents`)
	ON CONFLICT (`day`, `plan_name`)
	DO UPDATE SET `count` = `count` + 1, `cents` = `cents` + excluded.`cents`;
	INSERT INTO `customers` (`phone`, `first_paid_at`)
	VALUES (NEW.`phone`, NEW.`completed_at`)
	ON CONFLICT (`phone`) DO UPDATE SET `first_paid_at` = excluded.`first_paid_at`
	WHERE excluded.`first_paid_at` < `first_paid_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_are_summed_when_paid` AFTER UPDATE OF `completed_at` ON `payments`
WHEN OLD.`completed_at` IS NULL AND NEW.`completed_at` IS NOT NULL
BEGIN
	INSERT INTO `plan_daily` (`day`, `plan_name`, `count`, `cents`)
	VALUES (date(NEW.`completed_at` / 1000 + 10800, 'unixepoch'),
		json_extract(NEW.`terms`, '$.planName'), 1, NEW.`amount_cents`)
	ON CONFLICT (`day`, `plan_name`)
	DO UPDATE SET `count` = `count` + 1, `cents` = `cents` + excluded.`cents`;
	INSERT INTO `customers` (`phone`, `first_paid_at`)
	VALUES (NEW.`phone`, NEW.`completed_at`)
	ON CONFLICT (`phone`) DO UPDATE SET `first_paid_at` = excluded.`first_paid_at`
	WHERE excluded.`first_paid_at` < `first_paid_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_daily_feeds_traffic_daily` AFTER INSERT ON `usage_daily`
BEGIN
	INSERT INTO `traffic_daily` (`day`, `bytes_up`, `bytes_down`, `seconds`, `devices`)
	VALUES (NEW.`day`, NEW.`bytes_up`, NEW.`bytes_down`, NEW.`seconds`, 1)
	ON CONFLICT (`day`)
	DO UPDATE SET `bytes_up` = `bytes_up` + excluded.`bytes_up`, `bytes_down` = `bytes_down` + excluded.`bytes_down`,
		`seconds` = `seconds` + excluded.`seconds`, `devices` = `devices` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_daily_feeds_traffic_daily_anew` AFTER UPDATE ON `usage_daily`
BEGIN
	UPDATE `traffic_daily` SET `bytes_up` = `bytes_up` + NEW.`bytes_up` - OLD.`bytes_up`,
		`bytes_down` = `bytes_down` + NEW.`bytes_down` - OLD.`bytes_down`,
		`seconds` = `seconds` + NEW.`seconds` - OLD.`seconds`
	WHERE `day` = NEW.`day`;
END;
--> statement-breakpoint
CREATE TRIGGER `general_ledger_refuses_update` BEFORE UPDATE ON `general_ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `general_ledger_refuses_delete` BEFORE DELETE ON `general_ledger`
BEGIN
	SELECT RAISE(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_feeds_sales_daily` AFTER INSERT ON `ledger` WHEN NEW.`account` = 'sales'
BEGIN
	INSERT INTO `sales_daily` (`router_id`, `day`, `method`, `settlement`, `count`, `cents`)
	VALUES (NEW.`router_id`, NEW.`day`, NEW.`method`, NEW.`settlement`,
		CASE NEW.`kind` WHEN 'sale' THEN 1 WHEN 'taken-back' THEN -1 ELSE 0 END, -NEW.`cents`)
	ON CONFLICT (`day`, `router_id`, `method`, `settlement`)
	DO UPDATE SET `count` = `count` + excluded.`count`, `cents` = `cents` + excluded.`cents`, `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_lowers_plan_daily` AFTER INSERT ON `ledger`
WHEN NEW.`account` = 'sales' AND NEW.`kind` <> 'sale'
BEGIN
	INSERT INTO `plan_daily` (`day`, `plan_name`, `count`, `cents`)
	SELECT NEW.`day`, json_extract(`terms`, '$.planName'),
		CASE NEW.`kind` WHEN 'taken-back' THEN -1 ELSE 0 END, -NEW.`cents` FROM `payments`
	WHERE `id` = NEW.`payment_id`
	ON CONFLICT (`day`, `plan_name`)
	DO UPDATE SET `count` = `count` + excluded.`count`, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `sales_daily_raise_rev` AFTER UPDATE OF `count`, `cents` ON `sales_daily` WHEN NEW.`rev` = OLD.`rev`
BEGIN
	UPDATE `sales_daily` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_raise_rev`
AFTER UPDATE OF `at`, `payment_id`, `kind`, `detail`, `resolved_at`, `resolved_by`, `resolution` ON `reviews`
BEGIN
	UPDATE `reviews` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `refunds_raise_rev`
AFTER UPDATE OF `payment_id`, `cents`, `status`, `reason`, `detail`, `receipt`, `created_at`, `updated_at` ON `refunds`
BEGIN
	UPDATE `refunds` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_tell_refunds_their_receipt` AFTER UPDATE OF `receipt` ON `payments`
WHEN NEW.`receipt` IS NOT OLD.`receipt`
BEGIN
	UPDATE `refunds` SET `rev` = `rev` + 1
	WHERE `payment_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_born_with_receipt_tell_refunds` AFTER INSERT ON `payments`
WHEN NEW.`receipt` IS NOT NULL
BEGIN
	UPDATE `refunds` SET `rev` = `rev` + 1
	WHERE `payment_id` = NEW.`id`;
END;
--> statement-breakpoint
-- Failed payments are removed after their time: a page counts those that are there.
CREATE TRIGGER `payments_removed_are_not_tallied` AFTER DELETE ON `payments`
BEGIN
	UPDATE `payment_tallies` SET `count` = `count` - 1 WHERE `status` = OLD.`status`;
END;
--> statement-breakpoint
CREATE TRIGGER `payouts_raise_rev`
AFTER UPDATE OF `status`, `cents`, `fee_cents`, `kind`, `account`, `reference`, `told`, `receipt`, `detail`, `created_at`, `updated_at` ON `payouts`
BEGIN
	UPDATE `payouts` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
-- Sent once: nothing that says to whom, how much and under which name is ever changed, and no payout is forgotten.
CREATE TRIGGER `payouts_stay_what_they_are` BEFORE UPDATE OF `id`, `cents`, `fee_cents`, `kind`, `account`, `reference` ON `payouts`
WHEN NEW.`id` IS NOT OLD.`id` OR NEW.`cents` IS NOT OLD.`cents` OR NEW.`fee_cents` IS NOT OLD.`fee_cents`
	OR NEW.`kind` IS NOT OLD.`kind` OR NEW.`account` IS NOT OLD.`account` OR NEW.`reference` IS NOT OLD.`reference`
BEGIN
	SELECT RAISE(ABORT, 'a payout stays what it is');
END;
--> statement-breakpoint
CREATE TRIGGER `payouts_refuse_delete` BEFORE DELETE ON `payouts`
BEGIN
	SELECT RAISE(ABORT, 'a payout is never forgotten');
END;
