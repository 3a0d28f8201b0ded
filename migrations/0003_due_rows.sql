DROP INDEX `entitlements_unconfirmed`;--> statement-breakpoint
CREATE INDEX `entitlements_due` ON `entitlements` (`provider_id`,`ends_at`,`created_at`) WHERE state IN ('waiting', 'running', 'cut_off');--> statement-breakpoint
CREATE INDEX `entitlements_unconfirmed` ON `entitlements` (`provider_id`,`updated_at`) WHERE rev > confirmed_rev AND mac IS NOT NULL;--> statement-breakpoint
DROP INDEX `moves_open`;--> statement-breakpoint
CREATE INDEX `moves_open` ON `moves` (`provider_id`,`at`) WHERE done_at IS NULL;--> statement-breakpoint
DROP INDEX `payments_open`;--> statement-breakpoint
CREATE INDEX `payments_open` ON `payments` (`provider_id`,`updated_at`) WHERE status IN ('created', 'submitting', 'pending');--> statement-breakpoint
DROP INDEX `offline_vouchers_held`;--> statement-breakpoint
CREATE INDEX `offline_vouchers_waiting` ON `offline_vouchers` (`provider_id`,`created_at`) WHERE state IN ('offered', 'returning');--> statement-breakpoint
CREATE INDEX `offline_vouchers_held` ON `offline_vouchers` (`provider_id`,`bridge_id`,`router_id`) WHERE state IN ('offered', 'assigned', 'returning', 'freed');--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`provider_id`,`updated_at`) WHERE status IN ('requested', 'submitting', 'pending', 'unknown');