CREATE TRIGGER `routers_reach_counts` AFTER UPDATE OF `online_since` ON `routers`
WHEN NEW.`online_since` IS NOT OLD.`online_since`
BEGIN
	INSERT INTO `provider_snapshots` (`provider_id`, `rev`) SELECT `id`, 1 FROM `providers`
	WHERE `id` = NEW.`provider_id`
		OR `id` IN (SELECT `provider_id` FROM `router_sellers` WHERE `router_id` = NEW.`id`)
	ON CONFLICT (`provider_id`) DO UPDATE SET `rev` = `rev` + 1;
END;
