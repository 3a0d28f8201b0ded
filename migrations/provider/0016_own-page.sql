CREATE TABLE `customer_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`language` text NOT NULL,
	`given` text NOT NULL,
	`created_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`until` integer NOT NULL,
	`handed_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customer_accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_letters_waiting` ON `customer_letters` (`next_at`) WHERE handed_at IS NULL;--> statement-breakpoint
CREATE INDEX `customer_letters_handed` ON `customer_letters` (`handed_at`) WHERE handed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `customer_letters_customer` ON `customer_letters` (`customer_id`);--> statement-breakpoint
CREATE TABLE `package_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`line_id` text NOT NULL,
	`terms` text NOT NULL,
	`begins` text NOT NULL,
	`phone` text NOT NULL,
	`asked_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customer_accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `package_changes_asked` ON `package_changes` (`asked_at`);--> statement-breakpoint
CREATE INDEX `package_changes_customer` ON `package_changes` (`customer_id`);--> statement-breakpoint
ALTER TABLE `packages` ADD `is_offered` integer DEFAULT true NOT NULL;