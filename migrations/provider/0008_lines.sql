CREATE TABLE `customer_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`language` text,
	`notes` text NOT NULL,
	`balance_cents` integer DEFAULT 0 NOT NULL,
	`settle_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `customer_accounts_due` ON `customer_accounts` (`settle_at`) WHERE settle_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `customer_accounts_number` ON `customer_accounts` (`number`);--> statement-breakpoint
CREATE INDEX `customer_accounts_phone` ON `customer_accounts` (`phone`);--> statement-breakpoint
CREATE TABLE `customer_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`at` integer NOT NULL,
	`cents` integer NOT NULL,
	`kind` text NOT NULL,
	`payment_id` text,
	`line_id` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customer_accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_entries_newest` ON `customer_entries` (`customer_id`,`at`);--> statement-breakpoint
CREATE TABLE `line_periods` (
	`line_id` text NOT NULL,
	`number` integer NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`cents` integer NOT NULL,
	`bought_at` integer NOT NULL,
	`returned_at` integer,
	PRIMARY KEY(`line_id`, `number`),
	FOREIGN KEY (`line_id`) REFERENCES `lines`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `lines` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`router_id` text NOT NULL,
	`terms` text NOT NULL,
	`login` text NOT NULL,
	`login_small` text NOT NULL,
	`password` text NOT NULL,
	`rev` integer NOT NULL,
	`confirmed_rev` integer DEFAULT 0 NOT NULL,
	`paid_until` integer,
	`period_day` integer,
	`applied` text,
	`dialled_at` integer,
	`address` text,
	`caller_id` text,
	`changed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customer_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lines_login` ON `lines` (`router_id`,`login_small`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `lines_customer` ON `lines` (`customer_id`);--> statement-breakpoint
CREATE INDEX `lines_paid` ON `lines` (`paid_until`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `lines_unconfirmed` ON `lines` (`updated_at`) WHERE rev > confirmed_rev;--> statement-breakpoint
CREATE TABLE `packages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`price_cents` integer NOT NULL,
	`period` text NOT NULL,
	`up_kbps` integer NOT NULL,
	`down_kbps` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE TRIGGER `customer_entries_make_the_balance` AFTER INSERT ON `customer_entries`
BEGIN
	UPDATE `customer_accounts` SET `balance_cents` = `balance_cents` + NEW.`cents` WHERE `id` = NEW.`customer_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `customer_entries_refuse_update` BEFORE UPDATE ON `customer_entries`
BEGIN
	SELECT RAISE(ABORT, 'an entry of a customer is never changed');
END;
--> statement-breakpoint
CREATE TRIGGER `customer_entries_refuse_delete` BEFORE DELETE ON `customer_entries`
BEGIN
	SELECT RAISE(ABORT, 'an entry of a customer is never removed');
END;
