CREATE TABLE `customer_cash` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`customer_id` text NOT NULL,
	`router_id` text NOT NULL,
	`cents` integer NOT NULL,
	`at` integer NOT NULL,
	`taken_by` text NOT NULL,
	`taken_by_name` text NOT NULL,
	`note` text NOT NULL,
	`undone_at` integer,
	`undone_by_name` text,
	`undone_why` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customer_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_cash_number` ON `customer_cash` (`number`);--> statement-breakpoint
CREATE INDEX `customer_cash_newest` ON `customer_cash` (`customer_id`,`at`);--> statement-breakpoint
CREATE INDEX `customer_cash_taken` ON `customer_cash` (`taken_by`,`at`);--> statement-breakpoint
CREATE INDEX `customer_cash_at` ON `customer_cash` (`at`);--> statement-breakpoint
CREATE INDEX `customer_cash_undone` ON `customer_cash` (`undone_at`) WHERE undone_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `customer_entries` ADD `cash_id` text;--> statement-breakpoint
ALTER TABLE `message_settings` ADD `lines_reminded_until` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `customer_cash_stays_what_it_is` BEFORE UPDATE ON `customer_cash`
WHEN NEW.`number` IS NOT OLD.`number` OR NEW.`customer_id` IS NOT OLD.`customer_id` OR NEW.`cents` IS NOT OLD.`cents`
	OR NEW.`at` IS NOT OLD.`at` OR NEW.`taken_by` IS NOT OLD.`taken_by`
BEGIN
	SELECT RAISE(ABORT, 'cash is only ever undone');
END;
--> statement-breakpoint
CREATE TRIGGER `customer_cash_refuses_delete` BEFORE DELETE ON `customer_cash`
BEGIN
	SELECT RAISE(ABORT, 'cash is never forgotten');
END;
--> statement-breakpoint
-- Cash has no row among payments, by which the other triggers sum up what was sold.
CREATE TRIGGER `ledger_of_cash_feeds_plan_daily` AFTER INSERT ON `ledger` WHEN NEW.`account` = 'sales' AND NEW.`method` = 'cash'
BEGIN
	INSERT INTO `plan_daily` (`day`, `plan_name`, `count`, `cents`)
	VALUES (NEW.`day`, 'Lines',
		CASE NEW.`kind` WHEN 'sale' THEN 1 WHEN 'taken-back' THEN -1 ELSE 0 END, -NEW.`cents`)
	ON CONFLICT (`day`, `plan_name`)
	DO UPDATE SET `count` = `count` + excluded.`count`, `cents` = `cents` + excluded.`cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_cash_makes_a_payer` AFTER INSERT ON `customer_cash` WHEN NEW.`cents` > 0
BEGIN
	INSERT INTO `customers` (`phone`, `first_paid_at`)
	SELECT `phone`, NEW.`at` FROM `customer_accounts` WHERE `id` = NEW.`customer_id`
	ON CONFLICT (`phone`) DO UPDATE SET `first_paid_at` = excluded.`first_paid_at`
	WHERE excluded.`first_paid_at` < `first_paid_at`;
END;
