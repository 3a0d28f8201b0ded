CREATE TABLE `credit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`at` integer NOT NULL,
	`cents` integer NOT NULL,
	`segments` integer,
	`state` text,
	`asked_cents` integer,
	`phone` text,
	`receipt` text,
	`detail` text,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `credit_entries_newest` ON `credit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `credit_entries_uncopied` ON `credit_entries` (`copied_rev`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE INDEX `credit_entries_waiting` ON `credit_entries` (`at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `message_credits` (
	`id` text PRIMARY KEY NOT NULL,
	`balance_cents` integer NOT NULL,
	`full_cents` integer NOT NULL,
	`segment_cents` integer DEFAULT 100 NOT NULL,
	`low_told_at` integer
);
--> statement-breakpoint
ALTER TABLE `message_settings` ADD `sender` text DEFAULT 'platform' NOT NULL;--> statement-breakpoint
-- Who typed an account of its own goes on by it.
UPDATE `message_settings` SET `sender` = 'own' WHERE `account_id` IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `credit_entries_raise_rev` AFTER UPDATE OF `kind`, `day`, `at`, `cents`, `segments`, `state`, `receipt` ON `credit_entries`
BEGIN
	UPDATE `credit_entries` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `credit_entries_count_on_insert` AFTER INSERT ON `credit_entries`
BEGIN
	INSERT INTO `message_credits` (`id`, `balance_cents`, `full_cents`) VALUES ('own', 0, 0) ON CONFLICT DO NOTHING;
	UPDATE `message_credits` SET `balance_cents` = `balance_cents` + NEW.`cents`;
	UPDATE `message_credits` SET `full_cents` = `balance_cents`, `low_told_at` = NULL WHERE NEW.`cents` > 0;
END;
--> statement-breakpoint
CREATE TRIGGER `credit_entries_count_on_update` AFTER UPDATE OF `cents` ON `credit_entries` WHEN NEW.`cents` <> OLD.`cents`
BEGIN
	UPDATE `message_credits` SET `balance_cents` = `balance_cents` + NEW.`cents` - OLD.`cents`;
	UPDATE `message_credits` SET `full_cents` = `balance_cents`, `low_told_at` = NULL
	WHERE NEW.`cents` > OLD.`cents` AND NEW.`kind` <> 'used';
END;
