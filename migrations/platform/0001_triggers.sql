-- Triggers, which drizzle cannot say.
CREATE TRIGGER `audit_refuses_update` BEFORE UPDATE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'the audit is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_refuses_delete` BEFORE DELETE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'the audit is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `routers_keep_their_sellers` AFTER UPDATE OF `provider_id`, `bridge_id` ON `routers`
WHEN OLD.`provider_id` IS NOT NULL
	AND (NEW.`provider_id` IS NOT OLD.`provider_id` OR NEW.`bridge_id` IS NOT OLD.`bridge_id`)
BEGIN
	INSERT INTO `router_sellers` (`router_id`, `provider_id`, `bridge_id`, `left_at`, `look_at`)
	VALUES (OLD.`id`, OLD.`provider_id`, coalesce(OLD.`bridge_id`, ''), unixepoch() * 1000, 0)
	ON CONFLICT (`router_id`, `provider_id`, `bridge_id`) DO UPDATE SET `left_at` = excluded.`left_at`, `look_at` = 0;
END;
