-- A sale that the gateway denied afterwards is no sale: its counter-entry takes the count back as well as the money.
DROP TRIGGER `ledger_feeds_sales_daily`;
--> statement-breakpoint
CREATE TRIGGER `ledger_feeds_sales_daily` AFTER INSERT ON `ledger` WHEN NEW.`account` = 'sales'
BEGIN
	INSERT INTO `sales_daily` (`provider_id`, `router_id`, `day`, `method`, `settlement`, `count`, `cents`)
	VALUES (NEW.`provider_id`, NEW.`router_id`, NEW.`day`, NEW.`method`, NEW.`settlement`,
		CASE NEW.`kind` WHEN 'sale' THEN 1 WHEN 'taken-back' THEN -1 ELSE 0 END, -NEW.`cents`)
	ON CONFLICT (`provider_id`, `day`, `router_id`, `method`, `settlement`)
	DO UPDATE SET `count` = `count` + excluded.`count`, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
DROP TRIGGER `ledger_lowers_plan_daily`;
--> statement-breakpoint
CREATE TRIGGER `ledger_lowers_plan_daily` AFTER INSERT ON `ledger`
WHEN NEW.`account` = 'sales' AND NEW.`kind` <> 'sale'
BEGIN
	INSERT INTO `plan_daily` (`provider_id`, `day`, `plan_name`, `count`, `cents`)
	SELECT NEW.`provider_id`, NEW.`day`, json_extract(`terms`, '$.planName'),
		CASE NEW.`kind` WHEN 'taken-back' THEN -1 ELSE 0 END, -NEW.`cents` FROM `payments`
	WHERE `provider_id` = NEW.`provider_id` AND `id` = NEW.`payment_id`
	ON CONFLICT (`provider_id`, `day`, `plan_name`)
	DO UPDATE SET `count` = `count` + excluded.`count`, `cents` = `cents` + excluded.`cents`;
END;
