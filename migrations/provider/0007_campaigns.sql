CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`router_id` text,
	`text` text NOT NULL,
	`segments` integer NOT NULL,
	`segment_cents` integer NOT NULL,
	`people` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer
);
--> statement-breakpoint
CREATE INDEX `campaigns_newest` ON `campaigns` (`created_at`);--> statement-breakpoint
CREATE INDEX `campaigns_started` ON `campaigns` (`started_at`);--> statement-breakpoint
CREATE TABLE `message_consents` (
	`phone` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`agreed_at` integer NOT NULL,
	`withdrawn_at` integer,
	`stop_code` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_consents_stop` ON `message_consents` (`stop_code`);--> statement-breakpoint
ALTER TABLE `message_settings` ADD `service` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `ask_at` integer;--> statement-breakpoint
CREATE INDEX `messages_asked` ON `messages` (`ask_at`) WHERE ask_at IS NOT NULL;