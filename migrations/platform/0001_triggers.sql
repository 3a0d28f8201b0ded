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
--> statement-breakpoint
-- Another bridge, or none: whether it reaches the router is its own to say.
CREATE TRIGGER `routers_online_by_their_bridge` AFTER UPDATE OF `bridge_id` ON `routers`
WHEN NEW.`online_since` IS NOT NULL AND NEW.`bridge_id` IS NOT OLD.`bridge_id`
BEGIN
	UPDATE `routers` SET `online_since` = NULL WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- What snapshots hold was changed: the revision of one provider's, or ('') of all, rises.
CREATE TRIGGER `providers_insert_counts` AFTER INSERT ON `providers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (NEW.`id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `gateways_insert_counts` AFTER INSERT ON `gateways`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (NEW.`provider_id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `providers_update_counts` AFTER UPDATE ON `providers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (NEW.`id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `gateways_update_counts` AFTER UPDATE ON `gateways`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (NEW.`provider_id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `routers_insert_counts` AFTER INSERT ON `routers`
WHEN NEW.`provider_id` IS NOT NULL
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (NEW.`provider_id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `routers_update_counts` AFTER UPDATE OF `id`, `name`, `host`, `port`, `username`, `secrets`, `routeros_version`, `connection_type`, `status`, `bridge_id`, `provider_id`, `location`, `serving_epoch`, `added_by`, `created_at`, `archived_at`, `ovpn_server_host`, `ovpn_server_port`, `ovpn_username`, `ovpn_tunnel_ip`, `ovpn_certificate`, `ovpn_ca_file` ON `routers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) SELECT `id`, 1 FROM `providers`
	WHERE `id` IN (OLD.`provider_id`, NEW.`provider_id`)
		OR `id` IN (SELECT `provider_id` FROM `router_sellers` WHERE `router_id` = NEW.`id`)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `router_sellers_insert_counts` AFTER INSERT ON `router_sellers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (NEW.`provider_id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `router_sellers_delete_counts` AFTER DELETE ON `router_sellers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES (OLD.`provider_id`, 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `gateway_breakers_insert_counts` AFTER INSERT ON `gateway_breakers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `gateway_breakers_update_counts` AFTER UPDATE ON `gateway_breakers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `gateway_breakers_delete_counts` AFTER DELETE ON `gateway_breakers`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `platform_settings_insert_counts` AFTER INSERT ON `platform_settings`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `platform_settings_update_counts` AFTER UPDATE ON `platform_settings`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `platform_settings_delete_counts` AFTER DELETE ON `platform_settings`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `switches_insert_counts` AFTER INSERT ON `switches`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `switches_update_counts` AFTER UPDATE ON `switches`
WHEN NEW.`id` IS NOT OLD.`id`
	OR NEW.`name` IS NOT OLD.`name`
	OR NEW.`account_type` IS NOT OLD.`account_type`
	OR NEW.`central_payment_gateway_id` IS NOT OLD.`central_payment_gateway_id`
	OR NEW.`central_account_number` IS NOT OLD.`central_account_number`
	OR NEW.`target_cents` IS NOT OLD.`target_cents`
	OR NEW.`switch_mode` IS NOT OLD.`switch_mode`
	OR NEW.`is_recurring` IS NOT OLD.`is_recurring`
	OR NEW.`recurring_days` IS NOT OLD.`recurring_days`
	OR NEW.`recurring_start_time` IS NOT OLD.`recurring_start_time`
	OR NEW.`recurring_end_time` IS NOT OLD.`recurring_end_time`
	OR NEW.`allow_emergency_deactivate` IS NOT OLD.`allow_emergency_deactivate`
	OR NEW.`is_active` IS NOT OLD.`is_active`
	OR NEW.`activated_at` IS NOT OLD.`activated_at`
	OR NEW.`cycle` IS NOT OLD.`cycle`
	OR NEW.`suspended_at` IS NOT OLD.`suspended_at`
	OR NEW.`suspended_for` IS NOT OLD.`suspended_for`
	OR NEW.`trial_payment_id` IS NOT OLD.`trial_payment_id`
	OR NEW.`trial_route` IS NOT OLD.`trial_route`
	OR NEW.`trial_paid_at` IS NOT OLD.`trial_paid_at`
	OR NEW.`trial_fault` IS NOT OLD.`trial_fault`
	OR NEW.`tried_route` IS NOT OLD.`tried_route`
	OR NEW.`tried_at` IS NOT OLD.`tried_at`
	OR NEW.`tried_payee` IS NOT OLD.`tried_payee`
	OR NEW.`revision` IS NOT OLD.`revision`
	OR NEW.`created_at` IS NOT OLD.`created_at`
	OR NEW.`archived_at` IS NOT OLD.`archived_at`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ads_insert_counts` AFTER INSERT ON `ads`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ads_update_counts` AFTER UPDATE OF `id`, `title`, `description`, `content`, `image_url`, `external_url`, `display_duration`, `priority`, `start_date`, `end_date`, `starts_at`, `ends_at`, `target_audience`, `is_active`, `created_at`, `updated_at`, `archived_at` ON `ads`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) VALUES ('', 1)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
--> statement-breakpoint
-- What was billed is never changed: it is put right by credit notes, which are never changed either.
CREATE TRIGGER `invoices_keep_what_was_billed`
BEFORE UPDATE OF `provider_id`, `period_start`, `period_end`, `terms`, `rows`, `base_count`, `base_cents`, `amount_cents`, `issued_at` ON `invoices`
BEGIN
	SELECT RAISE(ABORT, 'an invoice keeps what was billed');
END;
--> statement-breakpoint
CREATE TRIGGER `credit_notes_refuse_update` BEFORE UPDATE ON `credit_notes`
BEGIN
	SELECT RAISE(ABORT, 'credit notes are append-only');
END;
