CREATE TABLE `admin_names` (
	`username_key` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`name` text NOT NULL,
	`admin_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`pending` text,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_names_admin` ON `admin_names` (`admin_id`);--> statement-breakpoint
CREATE INDEX `admin_names_provider` ON `admin_names` (`provider_id`);--> statement-breakpoint
CREATE INDEX `admin_names_pending` ON `admin_names` (`provider_id`) WHERE pending IS NOT NULL;--> statement-breakpoint
CREATE TABLE `handoff_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`host` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_session` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE TABLE `operator_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`provider_id` text,
	`admin_id` text,
	`opened_by` text,
	`host` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`confirmed_at` integer NOT NULL,
	`browser` text,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `operator_sessions_operator` ON `operator_sessions` (`operator_id`);--> statement-breakpoint
CREATE INDEX `operator_sessions_provider` ON `operator_sessions` (`provider_id`) WHERE provider_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `operators` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`theme` text,
	`totp_key` text,
	`totp_since` integer,
	`totp_step` integer,
	`recovery_hashes` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_username` ON `operators` (`username_key`);--> statement-breakpoint
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
CREATE TABLE `media_uses` (
	`hash` text NOT NULL,
	`provider_id` text NOT NULL,
	`stored_at` integer NOT NULL,
	`unused_since` integer,
	PRIMARY KEY(`provider_id`, `hash`)
);
--> statement-breakpoint
CREATE INDEX `media_uses_hash` ON `media_uses` (`hash`);--> statement-breakpoint
CREATE INDEX `media_uses_unused` ON `media_uses` (`unused_since`) WHERE unused_since IS NOT NULL;--> statement-breakpoint
CREATE TABLE `provider_alarms` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`wake_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_alarms_wake` ON `provider_alarms` (`wake_at`);--> statement-breakpoint
CREATE TABLE `provider_walk` (
	`id` integer PRIMARY KEY NOT NULL,
	`after` text,
	`began_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`actor_id` text,
	`provider_id` text,
	`action` text NOT NULL,
	`subject` text,
	`detail` text,
	`network` text
);
--> statement-breakpoint
CREATE INDEX `audit_provider` ON `audit` (`provider_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`fault` text,
	`lane` text DEFAULT 'own' NOT NULL,
	`asked_from` text,
	`asked_near` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_event` ON `mail` (`event`);--> statement-breakpoint
CREATE INDEX `mail_waiting` ON `mail` (`next_at`) WHERE sent_at IS NULL;--> statement-breakpoint
CREATE TABLE `billing_configs` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`billing_model` text NOT NULL,
	`percentage_basis_points` integer,
	`transaction_fee_cents` integer,
	`monthly_fee_cents` integer,
	`billing_cycle` text NOT NULL,
	`due_day` integer NOT NULL,
	`payment_account_number` text NOT NULL,
	`notification_emails` text DEFAULT '' NOT NULL,
	`billed_from` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_configs_account` ON `billing_configs` (upper(payment_account_number));--> statement-breakpoint
CREATE TABLE `billing_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`texts` text DEFAULT '{}' NOT NULL,
	`notification_type` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_notifications_event` ON `billing_notifications` (`event`);--> statement-breakpoint
CREATE INDEX `billing_notifications_provider` ON `billing_notifications` (`provider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `billing_notifications_newest` ON `billing_notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `credit_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_notes_invoice` ON `credit_notes` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `credit_notes_provider` ON `credit_notes` (`provider_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`period_start` text NOT NULL,
	`period_end` text NOT NULL,
	`due_date` text NOT NULL,
	`terms` text NOT NULL,
	`rows` text NOT NULL,
	`base_count` integer NOT NULL,
	`base_cents` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`paid_cents` integer DEFAULT 0 NOT NULL,
	`credited_cents` integer DEFAULT 0 NOT NULL,
	`issued_at` integer NOT NULL,
	`paid_at` integer,
	`suspended_at` integer,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_period` ON `invoices` (`provider_id`,`period_start`);--> statement-breakpoint
CREATE INDEX `invoices_unpaid` ON `invoices` (`due_date`) WHERE paid_at IS NULL;--> statement-breakpoint
CREATE TABLE `payment_confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`payment_code` text NOT NULL,
	`status` text NOT NULL,
	`notes` text,
	`submitted_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`taken_back_at` integer,
	`taken_back_by` text,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_confirmations_code` ON `payment_confirmations` (`payment_code`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `payment_confirmations_provider` ON `payment_confirmations` (`provider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_confirmations_newest` ON `payment_confirmations` (`created_at`);--> statement-breakpoint
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
CREATE TABLE `gateways` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`router_id` text,
	`type` text NOT NULL,
	`service` text,
	`is_active` integer DEFAULT true NOT NULL,
	`environment` text NOT NULL,
	`use_auto_api` integer NOT NULL,
	`account_number` text NOT NULL,
	`secrets` text,
	`verified_at` integer,
	`verification_payment_id` text,
	`verification_fault` text,
	`suspended_at` integer,
	`suspended_for` text,
	`paybill_since` integer,
	`paybill_fault` text,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `gateways_provider` ON `gateways` (`provider_id`);--> statement-breakpoint
CREATE TABLE `paybill_addresses` (
	`short_code` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`registered_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `short_addresses` (
	`name` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `short_addresses_at` ON `short_addresses` (`at`);--> statement-breakpoint
CREATE TABLE `vpn_authorities` (
	`id` text PRIMARY KEY NOT NULL,
	`certificate` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vpn_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`routeros_version` text NOT NULL,
	`username` text NOT NULL,
	`router_name` text NOT NULL,
	`router_id` text,
	`tunnel_ip` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vpn_clients_username` ON `vpn_clients` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `vpn_clients_tunnel_ip` ON `vpn_clients` (`tunnel_ip`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `account_codes` (
	`short_code` text NOT NULL,
	`code` text NOT NULL,
	`gateway_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`short_code`, `code`)
);
--> statement-breakpoint
CREATE INDEX `account_codes_payment` ON `account_codes` (`payment_id`);--> statement-breakpoint
CREATE TABLE `paybill_payments` (
	`short_code` text NOT NULL,
	`receipt` text NOT NULL,
	`gateway_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`cents` integer NOT NULL,
	`account_typed` text NOT NULL,
	`payer` text,
	`paid_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`status` text NOT NULL,
	`payment_id` text,
	`resolved_by` text,
	`resolved_at` integer,
	`note` text,
	PRIMARY KEY(`short_code`, `receipt`)
);
--> statement-breakpoint
CREATE INDEX `paybill_payments_provider` ON `paybill_payments` (`provider_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `paybill_payments_unmatched` ON `paybill_payments` (`received_at`) WHERE status = 'unmatched';--> statement-breakpoint
CREATE TABLE `reconciliation_runs` (
	`day` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`cursor` text,
	`counts` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reconciliation_runs_open` ON `reconciliation_runs` (`day`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE TABLE `platform_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
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
	`suspended_for` text,
	`captive_portal_settings` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `providers_subdomain` ON `providers` (`subdomain`);--> statement-breakpoint
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
CREATE TABLE `router_sellers` (
	`router_id` text NOT NULL,
	`bridge_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`left_at` integer NOT NULL,
	`look_at` integer NOT NULL,
	PRIMARY KEY(`router_id`, `provider_id`, `bridge_id`)
);
--> statement-breakpoint
CREATE INDEX `router_sellers_bridge` ON `router_sellers` (`bridge_id`);--> statement-breakpoint
CREATE INDEX `router_sellers_look` ON `router_sellers` (`look_at`);--> statement-breakpoint
CREATE TABLE `router_setups` (
	`router_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`token_hash` text NOT NULL,
	`routeros_version` text NOT NULL,
	`interface` text NOT NULL,
	`bridge_address` text NOT NULL,
	`secrets` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`fetched_at` integer,
	`fetched_from` text,
	`refused_at` integer,
	`done_at` integer,
	`stopped_at` integer,
	`stopped_for` text,
	FOREIGN KEY (`router_id`) REFERENCES `routers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `router_setups_token` ON `router_setups` (`token_hash`);--> statement-breakpoint
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
	`provider_id` text,
	`location` text,
	`serving_epoch` integer DEFAULT 1 NOT NULL,
	`last_seen_at` integer,
	`online_since` integer,
	`added_by` text,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	`ovpn_server_host` text,
	`ovpn_server_port` integer,
	`ovpn_username` text,
	`ovpn_tunnel_ip` text,
	`ovpn_certificate` text,
	`ovpn_ca_file` text,
	FOREIGN KEY (`bridge_id`) REFERENCES `bridges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `routers_bridge` ON `routers` (`bridge_id`);--> statement-breakpoint
CREATE INDEX `routers_provider` ON `routers` (`provider_id`);--> statement-breakpoint
CREATE TABLE `provider_snapshots` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`rev` integer NOT NULL,
	`delivered_rev` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_snapshots_undelivered` ON `provider_snapshots` (`provider_id`) WHERE rev > delivered_rev;--> statement-breakpoint
CREATE TABLE `switch_transactions` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`switch_id` text NOT NULL,
	`cycle` integer NOT NULL,
	`provider_id` text NOT NULL,
	`cents` integer NOT NULL,
	`central_payment_gateway_id` text NOT NULL,
	`central_account_number` text NOT NULL,
	`late` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `switch_transactions_newest` ON `switch_transactions` (`at`);--> statement-breakpoint
CREATE INDEX `switch_transactions_switch` ON `switch_transactions` (`switch_id`,`cycle`);--> statement-breakpoint
CREATE TABLE `switches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`account_type` text NOT NULL,
	`central_payment_gateway_id` text NOT NULL,
	`central_account_number` text NOT NULL,
	`target_cents` integer NOT NULL,
	`switch_mode` text NOT NULL,
	`is_recurring` integer DEFAULT false NOT NULL,
	`recurring_days` text DEFAULT '[]' NOT NULL,
	`recurring_start_time` text,
	`recurring_end_time` text,
	`allow_emergency_deactivate` integer DEFAULT true NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`activated_at` integer,
	`cycle` integer DEFAULT 0 NOT NULL,
	`collected_cents` integer DEFAULT 0 NOT NULL,
	`reserved_cents` integer DEFAULT 0 NOT NULL,
	`last_target_reached_at` integer,
	`stop_reason` text,
	`suspended_at` integer,
	`suspended_for` text,
	`trial_payment_id` text,
	`trial_route` text,
	`trial_paid_at` integer,
	`trial_fault` text,
	`tried_route` text,
	`tried_at` integer,
	`tried_payee` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE TABLE `tunnel_hosts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`bridge_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_hosts_name` ON `tunnel_hosts` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_hosts_bridge` ON `tunnel_hosts` (`bridge_id`);--> statement-breakpoint
CREATE TABLE `tunnel_peers` (
	`router_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`public_key` text,
	`created_at` integer NOT NULL,
	`keyed_at` integer,
	FOREIGN KEY (`router_id`) REFERENCES `routers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_peers_address` ON `tunnel_peers` (`address`);--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_peers_key` ON `tunnel_peers` (`public_key`);