CREATE TABLE `customers` (
	`provider_id` text NOT NULL,
	`phone` text NOT NULL,
	`first_paid_at` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `phone`)
);
--> statement-breakpoint
CREATE TABLE `plan_daily` (
	`provider_id` text NOT NULL,
	`day` text NOT NULL,
	`plan_name` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`, `plan_name`)
);
--> statement-breakpoint
CREATE TABLE `traffic_daily` (
	`provider_id` text NOT NULL,
	`day` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	`devices` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`)
);
--> statement-breakpoint
DROP INDEX `payments_newest`;--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`provider_id`,`created_at`,`phone`,`mac`);--> statement-breakpoint
DROP INDEX `vouchers_used`;--> statement-breakpoint
CREATE INDEX `vouchers_used` ON `vouchers` (`provider_id`,`used_at`,`used_by`,`code`) WHERE used_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `hotspot_users_without` ON `hotspot_users` (`provider_id`,`mac`) WHERE entitlement_id IS NULL;--> statement-breakpoint
-- Rows from before these tables. Days are days in Africa/Nairobi, three hours ahead of UTC all year.
INSERT INTO `plan_daily` (`provider_id`, `day`, `plan_name`, `count`, `cents`)
SELECT `provider_id`, date(`completed_at` / 1000 + 10800, 'unixepoch') AS `on_day`,
	json_extract(`terms`, '$.planName') AS `name`, count(*), sum(`amount_cents`)
FROM `payments` WHERE `completed_at` IS NOT NULL GROUP BY `provider_id`, `on_day`, `name`;
--> statement-breakpoint
INSERT INTO `customers` (`provider_id`, `phone`, `first_paid_at`)
SELECT `provider_id`, `phone`, min(`completed_at`) FROM `payments` WHERE `completed_at` IS NOT NULL
GROUP BY `provider_id`, `phone`;
--> statement-breakpoint
INSERT INTO `traffic_daily` (`provider_id`, `day`, `bytes_up`, `bytes_down`, `seconds`, `devices`)
SELECT `provider_id`, `day`, sum(`bytes_up`), sum(`bytes_down`), sum(`seconds`), count(*)
FROM `usage_daily` GROUP BY `provider_id`, `day`;
--> statement-breakpoint
CREATE TRIGGER `payments_born_paid_are_summed` AFTER INSERT ON `payments` WHEN NEW.`completed_at` IS NOT NULL
BEGIN
	INSERT INTO `plan_daily` (`provider_id`, `day`, `plan_name`, `count`, `cents`)
	VALUES (NEW.`provider_id`, date(NEW.`completed_at` / 1000 + 10800, 'unixepoch'),
		json_extract(NEW.`terms`, '$.planName'), 1, NEW.`amount_cents`)
	ON CONFLICT (`provider_id`, `day`, `plan_name`)
	DO UPDATE SET `count` = `count` + 1, `cents` = `cents` + excluded.`cents`;
	INSERT INTO `customers` (`provider_id`, `phone`, `first_paid_at`)
	VALUES (NEW.`provider_id`, NEW.`phone`, NEW.`completed_at`)
	ON CONFLICT (`provider_id`, `phone`) DO UPDATE SET `first_paid_at` = excluded.`first_paid_at`
	WHERE excluded.`first_paid_at` < `first_paid_at`;
END;
--> statement-breakpoint
-- A completed payment stays completed.
CREATE TRIGGER `payments_are_summed_when_paid` AFTER UPDATE OF `completed_at` ON `payments`
WHEN OLD.`completed_at` IS NULL AND NEW.`completed_at` IS NOT NULL
BEGIN
	INSERT INTO `plan_daily` (`provider_id`, `day`, `plan_name`, `count`, `cents`)
	VALUES (NEW.`provider_id`, date(NEW.`completed_at` / 1000 + 10800, 'unixepoch'),
		json_extract(NEW.`terms`, '$.planName'), 1, NEW.`amount_cents`)
	ON CONFLICT (`provider_id`, `day`, `plan_name`)
	DO UPDATE SET `count` = `count` + 1, `cents` = `cents` + excluded.`cents`;
	INSERT INTO `customers` (`provider_id`, `phone`, `first_paid_at`)
	VALUES (NEW.`provider_id`, NEW.`phone`, NEW.`completed_at`)
	ON CONFLICT (`provider_id`, `phone`) DO UPDATE SET `first_paid_at` = excluded.`first_paid_at`
	WHERE excluded.`first_paid_at` < `first_paid_at`;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_daily_feeds_traffic_daily` AFTER INSERT ON `usage_daily`
BEGIN
	INSERT INTO `traffic_daily` (`provider_id`, `day`, `bytes_up`, `bytes_down`, `seconds`, `devices`)
	VALUES (NEW.`provider_id`, NEW.`day`, NEW.`bytes_up`, NEW.`bytes_down`, NEW.`seconds`, 1)
	ON CONFLICT (`provider_id`, `day`)
	DO UPDATE SET `bytes_up` = `bytes_up` + excluded.`bytes_up`, `bytes_down` = `bytes_down` + excluded.`bytes_down`,
		`seconds` = `seconds` + excluded.`seconds`, `devices` = `devices` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `usage_daily_feeds_traffic_daily_anew` AFTER UPDATE ON `usage_daily`
BEGIN
	UPDATE `traffic_daily` SET `bytes_up` = `bytes_up` + NEW.`bytes_up` - OLD.`bytes_up`,
		`bytes_down` = `bytes_down` + NEW.`bytes_down` - OLD.`bytes_down`,
		`seconds` = `seconds` + NEW.`seconds` - OLD.`seconds`
	WHERE `provider_id` = NEW.`provider_id` AND `day` = NEW.`day`;
END;
