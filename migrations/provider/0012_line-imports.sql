CREATE TABLE `line_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`file_hash` text NOT NULL,
	`router_id` text NOT NULL,
	`rows` integer NOT NULL,
	`last_row` integer NOT NULL,
	`reached_row` integer DEFAULT 0 NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `line_imports_file` ON `line_imports` (`file_hash`);--> statement-breakpoint
CREATE INDEX `line_imports_newest` ON `line_imports` (`created_at`);--> statement-breakpoint
ALTER TABLE `customer_accounts` ADD `email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `customer_accounts` ADD `former_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `customer_accounts_former` ON `customer_accounts` (`former_number`) WHERE former_number <> '';