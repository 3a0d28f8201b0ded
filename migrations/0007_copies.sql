CREATE TABLE `provider_refunds` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`payment_id` text NOT NULL,
	`cents` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text,
	`receipt` text,
	`paid_receipt` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`rev` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `provider_refunds_newest` ON `provider_refunds` (`created_at`);--> statement-breakpoint
CREATE INDEX `provider_refunds_status` ON `provider_refunds` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `provider_reviews` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	`resolution` text,
	`rev` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `provider_reviews_open` ON `provider_reviews` (`at`) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX `provider_reviews_resolved` ON `provider_reviews` (`resolved_at`) WHERE resolved_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `provider_sales` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`day` text NOT NULL,
	`method` text NOT NULL,
	`settlement` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	`rev` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`, `router_id`, `method`, `settlement`)
);
--> statement-breakpoint
CREATE INDEX `provider_sales_router` ON `provider_sales` (`router_id`,`day`,`cents`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `rev` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `copied_rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_uncopied` ON `refunds` (`provider_id`) WHERE rev > copied_rev;--> statement-breakpoint
ALTER TABLE `reviews` ADD `rev` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `copied_rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_uncopied` ON `reviews` (`provider_id`) WHERE rev > copied_rev;--> statement-breakpoint
ALTER TABLE `sales_daily` ADD `rev` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `sales_daily` ADD `copied_rev` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sales_daily_uncopied` ON `sales_daily` (`provider_id`) WHERE rev > copied_rev;