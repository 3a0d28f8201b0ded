ALTER TABLE `sessions` ADD `opened_by` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `browser` text;--> statement-breakpoint
CREATE INDEX `sessions_acting` ON `sessions` (`acting_as`) WHERE acting_as IS NOT NULL;