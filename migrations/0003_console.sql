CREATE TABLE `payment_tallies` (
	`provider_id` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `status`)
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`admin_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `voucher_daily` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`, `router_id`)
);
--> statement-breakpoint
CREATE INDEX `entitlements_unstarted` ON `entitlements` (`provider_id`,`created_at`) WHERE started_at IS NULL AND state = 'waiting';--> statement-breakpoint
CREATE INDEX `hotspot_users_seen` ON `hotspot_users` (`provider_id`,`last_seen_at`);--> statement-breakpoint
CREATE INDEX `vouchers_open` ON `vouchers` (`provider_id`,`expires_at`) WHERE used_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `vouchers_used` ON `vouchers` (`provider_id`,`used_at`) WHERE used_at IS NOT NULL;