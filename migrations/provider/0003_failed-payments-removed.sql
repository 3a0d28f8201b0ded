-- Failed payments are removed after their time: a page counts those that are there.
CREATE TRIGGER `payments_removed_are_not_tallied` AFTER DELETE ON `payments`
BEGIN
	UPDATE `payment_tallies` SET `count` = `count` - 1 WHERE `provider_id` = OLD.`provider_id` AND `status` = OLD.`status`;
END;
