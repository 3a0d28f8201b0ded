CREATE TABLE `ads` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`content` text NOT NULL,
	`image_url` text,
	`external_url` text,
	`display_duration` integer NOT NULL,
	`priority` integer NOT NULL,
	`start_date` text,
	`end_date` text,
	`starts_at` integer,
	`ends_at` integer,
	`target_audience` text NOT NULL,
	`is_active` integer NOT NULL,
	`view_count` integer DEFAULT 0 NOT NULL,
	`click_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE TABLE `media` (
	`hash` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `platform_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ad_exposures` (
	`provider_id` text NOT NULL,
	`mac` text NOT NULL,
	`day` text NOT NULL,
	`ad_id` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`interacted` integer DEFAULT false NOT NULL,
	`wants_website` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `mac`, `day`, `ad_id`)
);
--> statement-breakpoint
CREATE TABLE `moves` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`entitlement_id` text NOT NULL,
	`to_entitlement_id` text NOT NULL,
	`from_mac` text,
	`to_mac` text NOT NULL,
	`from_router_id` text NOT NULL,
	`to_router_id` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`entitlement_id`) REFERENCES `entitlements`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `moves_entitlement` ON `moves` (`provider_id`,`entitlement_id`,`at`);--> statement-breakpoint
CREATE INDEX `moves_open` ON `moves` (`at`) WHERE done_at IS NULL;--> statement-breakpoint
ALTER TABLE `admins` ADD `theme` text;--> statement-breakpoint
ALTER TABLE `entitlements` ADD `recovery_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_recovery` ON `entitlements` (`provider_id`,`recovery_hash`) WHERE recovery_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_ended` ON `entitlements` (`router_id`,`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_buyer` ON `entitlements` (`provider_id`,`buyer_hash`) WHERE buyer_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `devices_mac` ON `devices` (`provider_id`,`mac`);