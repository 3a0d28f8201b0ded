-- The ledger is append-only.
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
-- Sales are credited (negative cents); the daily sums count them as positive money.
CREATE TRIGGER `ledger_feeds_sales_daily` AFTER INSERT ON `ledger` WHEN NEW.`account` = 'sales'
BEGIN
	INSERT INTO `sales_daily` (`provider_id`, `router_id`, `day`, `method`, `settlement`, `count`, `cents`)
	VALUES (NEW.`provider_id`, NEW.`router_id`, NEW.`day`, NEW.`method`, NEW.`settlement`,
		CASE NEW.`kind` WHEN 'sale' THEN 1 ELSE 0 END, -NEW.`cents`)
	ON CONFLICT (`provider_id`, `day`, `router_id`, `method`, `settlement`)
	DO UPDATE SET `count` = `count` + excluded.`count`, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
-- What a session's totals rose by is added to its device's Nairobi day (UTC+3), to its device and to its purchase.
CREATE TRIGGER `usage_counts_on_insert` AFTER INSERT ON `usage`
BEGIN
	INSERT INTO `usage_daily` (`provider_id`, `mac`, `day`, `bytes_up`, `bytes_down`, `seconds`)
	VALUES (NEW.`provider_id`, NEW.`mac`, date(NEW.`updated_at` / 1000 + 10800, 'unixepoch'),
		NEW.`bytes_up`, NEW.`bytes_down`, NEW.`seconds`)
	ON CONFLICT (`provider_id`, `mac`, `day`)
	DO UPDATE SET `bytes_up` = `bytes_up` + excluded.`bytes_up`, `bytes_down` = `bytes_down` + excluded.`bytes_down`,
		`seconds` = `seconds` + excluded.`seconds`;
	UPDATE `hotspot_users` SET `bytes_up` = `bytes_up` + NEW.`bytes_up`, `bytes_down` = `bytes_down` + NEW.`bytes_down`,
		`seconds` = `seconds` + NEW.`seconds`, `last_seen_at` = max(`last_seen_at`, NEW.`updated_at`)
	WHERE `provider_id` = NEW.`provider_id` AND `mac` = NEW.`mac`;
	UPDATE `entitlements` SET `used_bytes` = `used_bytes` + NEW.`bytes_up` + NEW.`bytes_down`
	WHERE `provider_id` = NEW.`provider_id` AND `id` = NEW.`entitlement_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_counts_on_update` AFTER UPDATE ON `usage`
	WHEN NEW.`bytes_up` > OLD.`bytes_up` OR NEW.`bytes_down` > OLD.`bytes_down` OR NEW.`seconds` > OLD.`seconds`
BEGIN
	INSERT INTO `usage_daily` (`provider_id`, `mac`, `day`, `bytes_up`, `bytes_down`, `seconds`)
	VALUES (NEW.`provider_id`, NEW.`mac`, date(NEW.`updated_at` / 1000 + 10800, 'unixepoch'),
		NEW.`bytes_up` - OLD.`bytes_up`, NEW.`bytes_down` - OLD.`bytes_down`, NEW.`seconds` - OLD.`seconds`)
	ON CONFLICT (`provider_id`, `mac`, `day`)
	DO UPDATE SET `bytes_up` = `bytes_up` + excluded.`bytes_up`, `bytes_down` = `bytes_down` + excluded.`bytes_down`,
		`seconds` = `seconds` + excluded.`seconds`;
	UPDATE `hotspot_users` SET `bytes_up` = `bytes_up` + NEW.`bytes_up` - OLD.`bytes_up`,
		`bytes_down` = `bytes_down` + NEW.`bytes_down` - OLD.`bytes_down`,
		`seconds` = `seconds` + NEW.`seconds` - OLD.`seconds`, `last_seen_at` = max(`last_seen_at`, NEW.`updated_at`)
	WHERE `provider_id` = NEW.`provider_id` AND `mac` = NEW.`mac`;
	UPDATE `entitlements`
	SET `used_bytes` = `used_bytes` + NEW.`bytes_up` - OLD.`bytes_up` + NEW.`bytes_down` - OLD.`bytes_down`
	WHERE `provider_id` = NEW.`provider_id` AND `id` = NEW.`entitlement_id`;
END;
