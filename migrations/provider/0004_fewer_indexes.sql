DROP INDEX `entitlements_unstarted`;--> statement-breakpoint
DROP INDEX `payments_open`;--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`provider_id`,`updated_at`) WHERE status = 'pending';