-- WITHOUT ROWID is set by hand, since drizzle cannot say it: an insert writes one row less.
CREATE TABLE `devices` (
	`entitlement_id` text NOT NULL,
	`subject` text NOT NULL,
	`attached_at` integer NOT NULL,
	`detached_at` integer,
	PRIMARY KEY(`entitlement_id`, `subject`),
	FOREIGN KEY (`entitlement_id`) REFERENCES `entitlements`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `devices_subject` ON `devices` (`subject`);--> statement-breakpoint
CREATE TABLE `entitlements` (
	`id` text PRIMARY KEY NOT NULL,
	`rev` integer NOT NULL,
	`confirmed_rev` integer DEFAULT 0 NOT NULL,
	`router_id` text NOT NULL,
	`subject` text,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`end_reason` text,
	`used_bytes` integer DEFAULT 0 NOT NULL,
	`top_up_bytes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ends_at` integer,
	`ended_at` integer,
	`gaps` text,
	`updated_at` integer NOT NULL,
	`buyer_hash` text,
	`recovery_hash` text,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_recovery` ON `entitlements` (`recovery_hash`) WHERE recovery_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_ended` ON `entitlements` (`router_id`,`ended_at`) WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_buyer` ON `entitlements` (`buyer_hash`) WHERE buyer_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entitlements_due` ON `entitlements` (`ends_at`,`created_at`) WHERE state IN ('waiting', 'running', 'cut_off');--> statement-breakpoint
CREATE INDEX `entitlements_imported` ON `entitlements` (`source_id`) WHERE source = 'import';--> statement-breakpoint
CREATE INDEX `entitlements_unconfirmed` ON `entitlements` (`updated_at`) WHERE rev > confirmed_rev AND subject IS NOT NULL;--> statement-breakpoint
CREATE TABLE `moves` (
	`id` text PRIMARY KEY NOT NULL,
	`entitlement_id` text NOT NULL,
	`to_entitlement_id` text NOT NULL,
	`from_subject` text,
	`to_subject` text NOT NULL,
	`from_router_id` text NOT NULL,
	`to_router_id` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`entitlement_id`) REFERENCES `entitlements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `moves_entitlement` ON `moves` (`entitlement_id`,`at`);--> statement-breakpoint
CREATE INDEX `moves_open` ON `moves` (`at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE TABLE `outages` (
	`router_id` text NOT NULL,
	`began_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`settled_at` integer,
	`purchases` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`router_id`, `began_at`)
);
--> statement-breakpoint
CREATE TABLE `admin_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`invited_by`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_invitations_code` ON `admin_invitations` (`code_hash`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`confirmed_email` text,
	`role` text NOT NULL,
	`free_minutes` integer DEFAULT 0 NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`removed_at` integer,
	`totp_key` text,
	`totp_since` integer,
	`totp_step` integer,
	`recovery_hashes` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_username` ON `admins` (`username_key`);--> statement-breakpoint
CREATE TABLE `api_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`made_by`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token` ON `api_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `gifts` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`minutes` integer NOT NULL,
	`given_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gifts_admin` ON `gifts` (`admin_id`,`given_at`);--> statement-breakpoint
CREATE TABLE `mailed_links` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`kind` text NOT NULL,
	`admin_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailed_links_code` ON `mailed_links` (`code_hash`);--> statement-breakpoint
CREATE INDEX `mailed_links_admin` ON `mailed_links` (`admin_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `people_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`second_factor_required` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`host` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`confirmed_at` integer NOT NULL,
	`browser` text,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_admin` ON `sessions` (`admin_id`);--> statement-breakpoint
CREATE TABLE `general_ledger` (
	`journal_id` text NOT NULL,
	`line` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`journal_id`, `line`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger` (
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
	PRIMARY KEY(`journal_id`, `line`),
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ledger_held` ON `ledger` (`account`,`cents`) WHERE account IN ('owed to provider', 'diverted, not settled');--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`router_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`terms` text NOT NULL,
	`subject` text,
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
	`language` text,
	`top_up_of` text,
	`top_up_bytes` integer,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`created_at`,`phone`,`subject`);--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`updated_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_receipt` ON `payments` (`method`,`receipt`) WHERE receipt IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_top_ups` ON `payments` (`top_up_of`) WHERE top_up_of IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_fresh` ON `payments` (`completed_at`,`amount_cents`,`refunded_cents`) WHERE status = 'completed' AND settlement = 'collected';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
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
	`copied_rev` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_newest` ON `refunds` (`created_at`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`updated_at`) WHERE status IN ('requested', 'submitting', 'pending', 'unknown');--> statement-breakpoint
CREATE INDEX `refunds_uncopied` ON `refunds` (`copied_rev`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	`resolution` text,
	`audit_line` text,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reviews_open` ON `reviews` (`at`) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX `reviews_unrecorded` ON `reviews` (`at`) WHERE audit_line IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_uncopied` ON `reviews` (`copied_rev`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`price_cents` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	`down_kbps` integer NOT NULL,
	`up_kbps` integer NOT NULL,
	`data_bytes` integer,
	`fair_use_bytes` integer,
	`fair_use_kbps` integer,
	`devices` integer DEFAULT 1 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_hidden` integer DEFAULT false NOT NULL,
	`router_ids` text,
	`regular_price_cents` integer,
	`sold_until` integer,
	`open_from` integer,
	`open_until` integer,
	`top_up_bytes` integer,
	`top_up_price_cents` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE TABLE `retention` (
	`kind` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `customers` (
	`phone` text PRIMARY KEY NOT NULL,
	`first_paid_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payment_tallies` (
	`status` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `plan_daily` (
	`day` text NOT NULL,
	`plan_name` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`day`, `plan_name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`admin_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sales_daily` (
	`router_id` text NOT NULL,
	`day` text NOT NULL,
	`method` text NOT NULL,
	`settlement` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `router_id`, `method`, `settlement`)
);
--> statement-breakpoint
CREATE INDEX `sales_daily_uncopied` ON `sales_daily` (`copied_rev`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE TABLE `traffic_daily` (
	`day` text PRIMARY KEY NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	`devices` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_daily` (
	`subject` text NOT NULL,
	`day` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`subject`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `voucher_daily` (
	`router_id` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`day`, `router_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `provider_routers` (
	`router_id` text PRIMARY KEY NOT NULL,
	`assigned_at` integer NOT NULL,
	`unassigned_at` integer
);
--> statement-breakpoint
CREATE TABLE `ad_exposures` (
	`subject` text NOT NULL,
	`day` text NOT NULL,
	`ad_id` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`interacted` integer DEFAULT false NOT NULL,
	`wants_website` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`subject`, `day`, `ad_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `trial_days` (
	`day` text NOT NULL,
	`router_id` text NOT NULL,
	`codes` integer DEFAULT 0 NOT NULL,
	`given` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `router_id`)
);
--> statement-breakpoint
CREATE TABLE `trial_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`minutes` integer NOT NULL,
	`down_kbps` integer NOT NULL,
	`up_kbps` integer NOT NULL,
	`per_day` integer NOT NULL,
	`again_after_days` integer
);
--> statement-breakpoint
CREATE TABLE `trials` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`subject` text NOT NULL,
	`router_id` text NOT NULL,
	`asked_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`given_at` integer
);
--> statement-breakpoint
CREATE INDEX `trials_phone` ON `trials` (`phone`,`given_at`) WHERE given_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `trials_subject` ON `trials` (`subject`,`given_at`) WHERE given_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `trials_given` ON `trials` (`given_at`) WHERE given_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `trials_open` ON `trials` (`asked_at`) WHERE given_at IS NULL;--> statement-breakpoint
CREATE TABLE `hotspot_users` (
	`subject` text PRIMARY KEY NOT NULL,
	`router_id` text NOT NULL,
	`phone` text,
	`entitlement_id` text,
	`bytes_up` integer DEFAULT 0 NOT NULL,
	`bytes_down` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `hotspot_users_seen` ON `hotspot_users` (`last_seen_at`);--> statement-breakpoint
CREATE INDEX `hotspot_users_without` ON `hotspot_users` (`subject`) WHERE entitlement_id IS NULL;--> statement-breakpoint
CREATE TABLE `usage` (
	`router_id` text NOT NULL,
	`boot` text NOT NULL,
	`session` text NOT NULL,
	`subject` text NOT NULL,
	`entitlement_id` text NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`seconds` integer NOT NULL,
	`started_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`router_id`, `boot`, `session`),
	FOREIGN KEY (`entitlement_id`) REFERENCES `entitlements`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `offline_vouchers` (
	`id` text PRIMARY KEY NOT NULL,
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
	FOREIGN KEY (`voucher_id`) REFERENCES `vouchers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `offline_vouchers_held` ON `offline_vouchers` (`bridge_id`,`router_id`) WHERE state IN ('offered', 'assigned', 'returning', 'freed');--> statement-breakpoint
CREATE INDEX `offline_vouchers_waiting` ON `offline_vouchers` (`created_at`) WHERE state IN ('offered', 'returning');--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`file_hash` text NOT NULL,
	`rows` integer NOT NULL,
	`last_row` integer NOT NULL,
	`reached_row` integer DEFAULT 0 NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `imports_file` ON `imports` (`file_hash`);--> statement-breakpoint
CREATE INDEX `imports_newest` ON `imports` (`created_at`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`id` text PRIMARY KEY NOT NULL,
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
	`import_id` text,
	`foreign_code` text,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`code`);--> statement-breakpoint
CREATE INDEX `vouchers_imported` ON `vouchers` (`import_id`) WHERE import_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_open` ON `vouchers` (`expires_at`) WHERE used_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX `vouchers_used` ON `vouchers` (`used_at`,`used_by`,`code`) WHERE used_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_revoked` ON `vouchers` (`revoked_at`) WHERE used_at IS NULL AND revoked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `vouchers_newest` ON `vouchers` (`created_at`);--> statement-breakpoint
CREATE TABLE `incoming_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `incoming_messages_newest` ON `incoming_messages` (`at`);--> statement-breakpoint
CREATE TABLE `message_months` (
	`month` text PRIMARY KEY NOT NULL,
	`cents` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `message_opt_outs` (
	`phone` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `message_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`driver` text,
	`username` text,
	`sender_id` text,
	`api_key` text,
	`tried_at` integer,
	`paused_until` integer,
	`fault` text,
	`faults` integer DEFAULT 0 NOT NULL,
	`receipt` integer DEFAULT false NOT NULL,
	`ending` integer DEFAULT false NOT NULL,
	`outage` integer DEFAULT false NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`segment_cents` integer DEFAULT 80 NOT NULL,
	`budget_cents` integer DEFAULT 50000 NOT NULL,
	`quiet_from` integer DEFAULT 1260 NOT NULL,
	`quiet_to` integer DEFAULT 420 NOT NULL,
	`reminded_until` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `message_templates` (
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`kind`, `language`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`phone` text NOT NULL,
	`language` text NOT NULL,
	`given` text NOT NULL,
	`text` text,
	`segments` integer,
	`cents` integer,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`until` integer NOT NULL,
	`sent_at` integer,
	`ended_at` integer,
	`account_id` text,
	`ref` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `messages_waiting` ON `messages` (`next_at`) WHERE state IN ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX `messages_newest` ON `messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `messages_phone` ON `messages` (`phone`);--> statement-breakpoint
CREATE INDEX `messages_ref` ON `messages` (`ref`) WHERE ref IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`status` text NOT NULL,
	`cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`kind` text NOT NULL,
	`account` text NOT NULL,
	`reference` text,
	`environment` text NOT NULL,
	`short_code` text NOT NULL,
	`handle` text,
	`conversation` text,
	`told` text,
	`receipt` text,
	`detail` text,
	`requested_by` text NOT NULL,
	`key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`sent_at` integer,
	`ended_at` integer,
	`asks` integer DEFAULT 0 NOT NULL,
	`asked_at` integer,
	`asked_as` text,
	`next_at` integer,
	`rev` integer DEFAULT 1 NOT NULL,
	`copied_rev` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payouts_newest` ON `payouts` (`created_at`);--> statement-breakpoint
CREATE INDEX `payouts_due` ON `payouts` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payouts_open` ON `payouts` (`created_at`) WHERE status IN ('reserved', 'sending', 'sent', 'unclear');--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_key` ON `payouts` (`key`) WHERE key IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_receipt` ON `payouts` (`receipt`) WHERE receipt IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payouts_uncopied` ON `payouts` (`copied_rev`) WHERE rev > copied_rev;--> statement-breakpoint
CREATE INDEX `general_ledger_account` ON `general_ledger` (`account`,`cents`);
