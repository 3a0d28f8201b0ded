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
CREATE TABLE `billing_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
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
	`issued_at` integer NOT NULL,
	`paid_at` integer,
	`suspended_at` integer,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_period` ON `invoices` (`provider_id`,`period_start`);--> statement-breakpoint
CREATE INDEX `invoices_unpaid` ON `invoices` (`due_date`) WHERE paid_at IS NULL;--> statement-breakpoint
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
	`fault` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_event` ON `mail` (`event`);--> statement-breakpoint
CREATE INDEX `mail_waiting` ON `mail` (`next_at`) WHERE sent_at IS NULL;--> statement-breakpoint
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
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_confirmations_code` ON `payment_confirmations` (`payment_code`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `payment_confirmations_provider` ON `payment_confirmations` (`provider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_confirmations_newest` ON `payment_confirmations` (`created_at`);--> statement-breakpoint
CREATE TABLE `reconciliation_runs` (
	`day` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`cursor` text,
	`counts` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
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
	`seq` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`archived_at` integer
);
--> statement-breakpoint
CREATE TABLE `typed_payments` (
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
CREATE INDEX `typed_payments_provider` ON `typed_payments` (`provider_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `typed_payments_unmatched` ON `typed_payments` (`received_at`) WHERE status = 'unmatched';--> statement-breakpoint
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
	PRIMARY KEY(`provider_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`provider_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_newest` ON `refunds` (`created_at`);--> statement-breakpoint
ALTER TABLE `gateways` ADD `service` text;--> statement-breakpoint
ALTER TABLE `gateways` ADD `verification_payment_id` text;--> statement-breakpoint
ALTER TABLE `gateways` ADD `verification_fault` text;--> statement-breakpoint
ALTER TABLE `gateways` ADD `typed_since` integer;--> statement-breakpoint
ALTER TABLE `gateways` ADD `typed_fault` text;--> statement-breakpoint
ALTER TABLE `providers` ADD `suspended_for` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `switch_id` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `central_account` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `resolved_by` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `resolution` text;--> statement-breakpoint
CREATE INDEX `reviews_open` ON `reviews` (`at`) WHERE resolved_at IS NULL;