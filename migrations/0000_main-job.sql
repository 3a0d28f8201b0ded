CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`username_key`);--> statement-breakpoint
CREATE INDEX `admins_provider` ON `admins` (`provider_id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`actor_id` text,
	`provider_id` text,
	`action` text NOT NULL,
	`subject` text,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `audit_provider` ON `audit` (`provider_id`,`at`);--> statement-breakpoint
CREATE TABLE `bridge_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`provider_id` text,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`bridge_id` text
);
--> statement-breakpoint
CREATE TABLE `bridges` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`enrolled_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE TABLE `gateways` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`router_id` text,
	`type` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`environment` text NOT NULL,
	`use_auto_api` integer NOT NULL,
	`account_number` text NOT NULL,
	`secrets` text,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gateways_provider` ON `gateways` (`provider_id`);--> statement-breakpoint
CREATE TABLE `providers` (
	`id` text PRIMARY KEY NOT NULL,
	`business_name` text NOT NULL,
	`contact_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`address` text,
	`kra_pin` text,
	`business_license` text,
	`subdomain` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`captive_portal_settings` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `providers_subdomain` ON `providers` (`subdomain`);--> statement-breakpoint
CREATE TABLE `routers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`username` text NOT NULL,
	`secrets` text NOT NULL,
	`routeros_version` text DEFAULT '7.x' NOT NULL,
	`connection_type` text DEFAULT 'direct' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`bridge_id` text,
	`serving_epoch` integer DEFAULT 1 NOT NULL,
	`last_seen_at` integer,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`bridge_id`) REFERENCES `bridges`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `routers_bridge` ON `routers` (`bridge_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`audience` text NOT NULL,
	`provider_id` text,
	`host` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`acting_as` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_admin` ON `sessions` (`admin_id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`provider_id` text NOT NULL,
	`entitlement_id` text NOT NULL,
	`mac` text NOT NULL,
	`attached_at` integer NOT NULL,
	`detached_at` integer,
	PRIMARY KEY(`provider_id`, `entitlement_id`, `mac`),
	FOREIGN KEY (`provider_id`,`entitlement_id`) REFERENCES `entitlements`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `entitlements` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`rev` integer NOT NULL,
	`confirmed_rev` integer DEFAULT 0 NOT NULL,
	`router_id` text NOT NULL,
	`mac` text,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`end_reason` text,
	`used_bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ends_at` integer,
	`ended_at` integer,
	`updated_at` integer NOT NULL,
	`buyer_hash` text,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `entitlements_device` ON `entitlements` (`provider_id`,`mac`,`created_at`);--> statement-breakpoint
CREATE INDEX `entitlements_live` ON `entitlements` (`router_id`,`updated_at`) WHERE state IN ('waiting', 'running', 'cut_off');--> statement-breakpoint
CREATE INDEX `entitlements_unconfirmed` ON `entitlements` (`updated_at`) WHERE rev > confirmed_rev;--> statement-breakpoint
CREATE TABLE `hotspot_users` (
	`provider_id` text NOT NULL,
	`mac` text NOT NULL,
	`router_id` text NOT NULL,
	`phone` text,
	`entitlement_id` text,
	`bytes_up` integer DEFAULT 0 NOT NULL,
	`bytes_down` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `mac`),
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`provider_id` text NOT NULL,
	`journal_id` text NOT NULL,
	`line` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`payment_id` text,
	`router_id` text NOT NULL,
	`method` text NOT NULL,
	`settlement` text NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`provider_id`, `journal_id`, `line`),
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`seq` integer NOT NULL,
	`router_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`terms` text NOT NULL,
	`mac` text,
	`phone` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`method` text NOT NULL,
	`settlement` text NOT NULL,
	`gateway_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`detail` text,
	`receipt` text,
	`unverified` integer DEFAULT false NOT NULL,
	`late` integer DEFAULT false NOT NULL,
	`entitlement_id` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`,`plan_id`) REFERENCES `plans`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`provider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`updated_at`) WHERE status IN ('created', 'submitting', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt` ON `payments` (`provider_id`,`method`,`receipt`) WHERE receipt IS NOT NULL;--> statement-breakpoint
CREATE TABLE `plans` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`price_cents` integer NOT NULL,
	`duration_hours` integer NOT NULL,
	`down_kbps` integer NOT NULL,
	`up_kbps` integer NOT NULL,
	`data_bytes` integer,
	`devices` integer DEFAULT 1 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `provider_routers` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`location` text,
	`assigned_at` integer NOT NULL,
	`unassigned_at` integer,
	PRIMARY KEY(`provider_id`, `router_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_routers_current` ON `provider_routers` (`router_id`) WHERE unassigned_at IS NULL;--> statement-breakpoint
CREATE TABLE `reviews` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`resolved_at` integer,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE TABLE `sales_daily` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`day` text NOT NULL,
	`method` text NOT NULL,
	`settlement` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`, `router_id`, `method`, `settlement`)
);
--> statement-breakpoint
CREATE TABLE `usage` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`boot` text NOT NULL,
	`session` text NOT NULL,
	`mac` text NOT NULL,
	`entitlement_id` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	`started_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`provider_id`, `router_id`, `boot`, `session`),
	FOREIGN KEY (`provider_id`,`entitlement_id`) REFERENCES `entitlements`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `usage_entitlement` ON `usage` (`provider_id`,`entitlement_id`);--> statement-breakpoint
CREATE TABLE `usage_daily` (
	`provider_id` text NOT NULL,
	`mac` text NOT NULL,
	`day` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `mac`, `day`)
);
--> statement-breakpoint
CREATE TABLE `vouchers` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`code` text NOT NULL,
	`batch_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`terms` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`redemption_id` text,
	`used_at` integer,
	`used_by` text,
	`router_id` text,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`plan_id`) REFERENCES `plans`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`provider_id`,`code`);--> statement-breakpoint
CREATE INDEX `vouchers_newest` ON `vouchers` (`provider_id`,`created_at`);