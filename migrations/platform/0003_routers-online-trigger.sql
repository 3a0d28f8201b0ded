-- Another bridge, or none: whether it reaches the router is its own to say.
CREATE TRIGGER `routers_online_by_their_bridge` AFTER UPDATE OF `bridge_id` ON `routers`
WHEN NEW.`online_since` IS NOT NULL AND NEW.`bridge_id` IS NOT OLD.`bridge_id`
BEGIN
	UPDATE `routers` SET `online_since` = NULL WHERE `id` = NEW.`id`;
END;
