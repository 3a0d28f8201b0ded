-- WITHOUT ROWID is set by hand, since drizzle cannot say it: an insert writes one row less.
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
CREATE INDEX `devices_mac` ON `devices` (`provider_id`,`mac`);--> statement-breakpoint
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
	`recovery_hash` text,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_recovery` ON `entitlements` (`provider_id`,`recovery_hash`) WHERE recovery_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_ended` ON `entitlements` (`router_id`,`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_buyer` ON `entitlements` (`provider_id`,`buyer_hash`) WHERE buyer_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_unstarted` ON `entitlements` (`provider_id`,`created_at`) WHERE started_at IS NULL AND state = 'waiting';--> statement-breakpoint
CREATE INDEX `entitlements_device` ON `entitlements` (`provider_id`,`mac`,`created_at`);--> statement-breakpoint
CREATE INDEX `entitlements_live` ON `entitlements` (`router_id`,`updated_at`) WHERE state IN ('waiting', 'running', 'cut_off');--> statement-breakpoint
CREATE INDEX `entitlements_due` ON `entitlements` (`provider_id`,`ends_at`,`created_at`) WHERE state IN ('waiting', 'running', 'cut_off');--> statement-breakpoint
CREATE INDEX `entitlements_unconfirmed` ON `entitlements` (`provider_id`,`updated_at`) WHERE rev > confirmed_rev AND mac IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `moves_open` ON `moves` (`provider_id`,`at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE TABLE `general_ledger` (
	`provider_id` text NOT NULL,
	`journal_id` text NOT NULL,
	`line` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`provider_id`, `journal_id`, `line`)
) WITHOUT ROWID;
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
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ledger_held` ON `ledger` (`provider_id`,`account`,`cents`) WHERE account IN ('owed to provider', 'diverted, not settled');--> statement-breakpoint
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
	`switch_id` text,
	`central_account` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `payments_newest` ON `payments` (`provider_id`,`created_at`,`phone`,`mac`);--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`provider_id`,`updated_at`) WHERE status IN ('created', 'submitting', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt` ON `payments` (`provider_id`,`method`,`receipt`) WHERE receipt IS NOT NULL;--> statement-breakpoint
CREATE TABLE `refunds` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`seq` integer NOT NULL,
	`payment_id` text NOT NULL,
	`cents` integer NOT NULL,
	`status` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text,
	`handle` text,
	`receipt` text,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`provider_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_newest` ON `refunds` (`created_at`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`provider_id`,`updated_at`) WHERE status IN ('requested', 'submitting', 'pending', 'unknown');--> statement-breakpoint
CREATE INDEX `refunds_uncopied` ON `refunds` (`provider_id`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE TABLE `reviews` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	`resolution` text,
	`audit_line` text,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `reviews_open` ON `reviews` (`at`) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX `reviews_unrecorded` ON `reviews` (`provider_id`) WHERE audit_line IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_uncopied` ON `reviews` (`provider_id`) WHERE rev > copied_rev;--> statement-breakpoint
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
CREATE TABLE `customers` (
	`provider_id` text NOT NULL,
	`phone` text NOT NULL,
	`first_paid_at` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `phone`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payment_tallies` (
	`provider_id` text NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `status`)
);
--> statement-breakpoint
CREATE TABLE `plan_daily` (
	`provider_id` text NOT NULL,
	`day` text NOT NULL,
	`plan_name` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`, `plan_name`)
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
CREATE TABLE `sales_daily` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`day` text NOT NULL,
	`method` text NOT NULL,
	`settlement` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`provider_id`, `day`, `router_id`, `method`, `settlement`)
);
--> statement-breakpoint
CREATE INDEX `sales_daily_uncopied` ON `sales_daily` (`provider_id`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE TABLE `traffic_daily` (
	`provider_id` text NOT NULL,
	`day` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	`devices` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `usage_daily` (
	`provider_id` text NOT NULL,
	`mac` text NOT NULL,
	`day` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `mac`, `day`)
) WITHOUT ROWID;
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
CREATE TABLE `provider_routers` (
	`provider_id` text NOT NULL,
	`router_id` text NOT NULL,
	`assigned_at` integer NOT NULL,
	`unassigned_at` integer,
	PRIMARY KEY(`provider_id`, `router_id`)
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
) WITHOUT ROWID;
--> statement-breakpoint
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
CREATE INDEX `hotspot_users_seen` ON `hotspot_users` (`provider_id`,`last_seen_at`);--> statement-breakpoint
CREATE INDEX `hotspot_users_without` ON `hotspot_users` (`provider_id`,`mac`) WHERE entitlement_id IS NULL;--> statement-breakpoint
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
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `offline_vouchers` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`router_id` text NOT NULL,
	`bridge_id` text NOT NULL,
	`rev` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`assigned_at` integer,
	`returning_at` integer,
	`revoke_at` integer,
	`ended_at` integer,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`voucher_id`) REFERENCES `vouchers`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `offline_vouchers_held` ON `offline_vouchers` (`provider_id`,`bridge_id`,`router_id`) WHERE state IN ('offered', 'assigned', 'returning', 'freed');--> statement-breakpoint
CREATE INDEX `offline_vouchers_waiting` ON `offline_vouchers` (`provider_id`,`created_at`) WHERE state IN ('offered', 'returning');--> statement-breakpoint
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
	`offline_voucher_id` text,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`plan_id`) REFERENCES `plans`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`provider_id`,`code`);--> statement-breakpoint
CREATE INDEX `vouchers_open` ON `vouchers` (`provider_id`,`expires_at`) WHERE used_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `vouchers_used` ON `vouchers` (`provider_id`,`used_at`,`used_by`,`code`) WHERE used_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_revoked` ON `vouchers` (`provider_id`,`revoked_at`) WHERE used_at IS NULL AND revoked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_newest` ON `vouchers` (`provider_id`,`created_at`);