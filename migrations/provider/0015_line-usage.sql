-- WITHOUT ROWID is set by hand, since drizzle cannot say it: an insert writes one row less.
CREATE TABLE `line_usage` (
	`line_id` text NOT NULL,
	`day` text NOT NULL,
	`period` integer NOT NULL,
	`bytes_up` integer NOT NULL,
	`bytes_down` integer NOT NULL,
	`counted_since` integer NOT NULL,
	`total_up` integer NOT NULL,
	`total_down` integer NOT NULL,
	PRIMARY KEY(`line_id`, `day`, `period`),
	FOREIGN KEY (`line_id`) REFERENCES `lines`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `line_usage_day` ON `line_usage` (`day`);--> statement-breakpoint
ALTER TABLE `lines` ADD `slowed_at` integer;--> statement-breakpoint
ALTER TABLE `lines` ADD `slowed_in` integer;--> statement-breakpoint
ALTER TABLE `lines` ADD `faster_at` integer;--> statement-breakpoint
CREATE INDEX `lines_faster_due` ON `lines` (`faster_at`) WHERE faster_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `packages` ADD `fair_use_bytes` integer;--> statement-breakpoint
ALTER TABLE `packages` ADD `fair_use_kbps` integer;