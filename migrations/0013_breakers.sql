CREATE TABLE `gateway_breakers` (
	`subject` text PRIMARY KEY NOT NULL,
	`detail` text NOT NULL,
	`tripped_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `gateway_faults` (
	`subject` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`at` integer NOT NULL,
	`counted` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`subject`, `payment_id`)
);
--> statement-breakpoint
CREATE INDEX `gateway_faults_counted` ON `gateway_faults` (`subject`,`at`) WHERE counted = 1;--> statement-breakpoint
CREATE INDEX `gateway_faults_age` ON `gateway_faults` (`at`);--> statement-breakpoint
ALTER TABLE `gateways` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `gateways` ADD `suspended_for` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `switches` ADD `suspended_for` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `trial_payment_id` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `trial_route` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `trial_paid_at` integer;--> statement-breakpoint
ALTER TABLE `switches` ADD `trial_fault` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `tried_route` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `tried_at` integer;--> statement-breakpoint
ALTER TABLE `switches` ADD `tried_payee` text;--> statement-breakpoint
ALTER TABLE `switches` ADD `revision` integer DEFAULT 0 NOT NULL;