-- Rows from before these tables.
INSERT INTO `payment_tallies` (`provider_id`, `status`, `count`)
SELECT `provider_id`, CASE WHEN `status` IN ('completed', 'failed') THEN `status` ELSE 'pending' END AS `tally`, count(*)
FROM `payments` GROUP BY `provider_id`, `tally`;
--> statement-breakpoint
INSERT INTO `voucher_daily` (`provider_id`, `router_id`, `day`, `count`, `cents`)
SELECT `provider_id`, `router_id`, date(`used_at` / 1000 + 10800, 'unixepoch'), count(*),
	sum(json_extract(`terms`, '$.priceCents'))
FROM `vouchers` WHERE `used_at` IS NOT NULL AND `router_id` IS NOT NULL GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER `payments_are_tallied` AFTER INSERT ON `payments`
BEGIN
	INSERT INTO `payment_tallies` (`provider_id`, `status`, `count`)
	VALUES (NEW.`provider_id`, CASE WHEN NEW.`status` IN ('completed', 'failed') THEN NEW.`status` ELSE 'pending' END, 1)
	ON CONFLICT (`provider_id`, `status`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_are_tallied_anew` AFTER UPDATE OF `status` ON `payments`
WHEN CASE WHEN OLD.`status` IN ('completed', 'failed') THEN OLD.`status` ELSE 'pending' END
	<> CASE WHEN NEW.`status` IN ('completed', 'failed') THEN NEW.`status` ELSE 'pending' END
BEGIN
	UPDATE `payment_tallies` SET `count` = `count` - 1 WHERE `provider_id` = OLD.`provider_id`
		AND `status` = CASE WHEN OLD.`status` IN ('completed', 'failed') THEN OLD.`status` ELSE 'pending' END;
	INSERT INTO `payment_tallies` (`provider_id`, `status`, `count`)
	VALUES (NEW.`provider_id`, CASE WHEN NEW.`status` IN ('completed', 'failed') THEN NEW.`status` ELSE 'pending' END, 1)
	ON CONFLICT (`provider_id`, `status`) DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
-- A voucher is used once; the day is one in Africa/Nairobi, three hours ahead of UTC all year.
CREATE TRIGGER `vouchers_feed_voucher_daily` AFTER UPDATE OF `redemption_id` ON `vouchers`
WHEN OLD.`redemption_id` IS NULL AND NEW.`redemption_id` IS NOT NULL
BEGIN
	INSERT INTO `voucher_daily` (`provider_id`, `router_id`, `day`, `count`, `cents`)
	VALUES (NEW.`provider_id`, NEW.`router_id`, date(NEW.`used_at` / 1000 + 10800, 'unixepoch'), 1,
		json_extract(NEW.`terms`, '$.priceCents'))
	ON CONFLICT (`provider_id`, `day`, `router_id`)
	DO UPDATE SET `count` = `count` + 1, `cents` = `cents` + excluded.`cents`;
END;
