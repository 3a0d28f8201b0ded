CREATE TABLE `general_ledger` (
	`provider_id` text NOT NULL,
	`journal_id` text NOT NULL,
	`line` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`provider_id`, `journal_id`, `line`)
);

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
-- A refund lowers what its plan brought in on the day on which the money went back, as it lowers that day's sales.
CREATE TRIGGER `ledger_lowers_plan_daily` AFTER INSERT ON `ledger`
WHEN NEW.`account` = 'sales' AND NEW.`kind` <> 'sale'
BEGIN
	INSERT INTO `plan_daily` (`provider_id`, `day`, `plan_name`, `count`, `cents`)
	SELECT NEW.`provider_id`, NEW.`day`, json_extract(`terms`, '$.planName'), 0, -NEW.`cents` FROM `payments`
	WHERE `provider_id` = NEW.`provider_id` AND `id` = NEW.`payment_id`
	ON CONFLICT (`provider_id`, `day`, `plan_name`) DO UPDATE SET `cents` = `cents` + excluded.`cents`;
END;
