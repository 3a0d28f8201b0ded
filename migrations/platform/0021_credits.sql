CREATE TABLE `provider_credits` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`at` integer NOT NULL,
	`cents` integer NOT NULL,
	`segments` integer,
	`state` text,
	`receipt` text,
	`rev` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `provider_credits_day` ON `provider_credits` (`day`);--> statement-breakpoint
CREATE TABLE `credit_gifts` (
	`account` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`cents` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sms_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`driver` text NOT NULL,
	`username` text NOT NULL,
	`sender_id` text,
	`api_key` text NOT NULL,
	`segment_cents` integer NOT NULL,
	`gift_cents` integer NOT NULL,
	`tried_at` integer,
	`fault` text,
	`fault_at` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sms_reports` (
	`ref` text PRIMARY KEY NOT NULL,
	`provider_id` text,
	`phone` text,
	`said` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sms_reports_phone` ON `sms_reports` (`phone`);--> statement-breakpoint
CREATE INDEX `sms_reports_oldest` ON `sms_reports` (`at`);
