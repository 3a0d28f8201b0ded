ALTER TABLE `reviews` ADD `audit_line` text;--> statement-breakpoint
CREATE INDEX `reviews_unrecorded` ON `reviews` (`provider_id`) WHERE audit_line IS NOT NULL;