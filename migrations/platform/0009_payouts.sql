CREATE TABLE `payout_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`short_code` text NOT NULL,
	`secrets` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payout_destinations` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`reference` text,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `provider_payouts` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`status` text NOT NULL,
	`cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`reference` text,
	`told` text,
	`receipt` text,
	`detail` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`rev` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `provider_payouts_newest` ON `provider_payouts` (`created_at`);--> statement-breakpoint
CREATE INDEX `provider_payouts_status` ON `provider_payouts` (`status`,`created_at`);--> statement-breakpoint
ALTER TABLE `gateways` ADD `collected` text;