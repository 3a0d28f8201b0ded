-- Every change of a row that the platform has a copy of raises its `rev`; acknowledging a copy does not.
CREATE TRIGGER `sales_daily_raise_rev` AFTER UPDATE OF `count`, `cents` ON `sales_daily`
BEGIN
	UPDATE `sales_daily` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_raise_rev`
AFTER UPDATE OF `at`, `payment_id`, `kind`, `detail`, `resolved_at`, `resolved_by`, `resolution` ON `reviews`
BEGIN
	UPDATE `reviews` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `refunds_raise_rev`
AFTER UPDATE OF `payment_id`, `cents`, `status`, `reason`, `detail`, `receipt`, `created_at`, `updated_at` ON `refunds`
BEGIN
	UPDATE `refunds` SET `rev` = `rev` + 1 WHERE `rowid` = NEW.`rowid`;
END;
--> statement-breakpoint
-- The copy of a refund carries the receipt of its payment.
CREATE TRIGGER `payments_tell_refunds_their_receipt` AFTER UPDATE OF `receipt` ON `payments`
WHEN NEW.`receipt` IS NOT OLD.`receipt`
BEGIN
	UPDATE `refunds` SET `rev` = `rev` + 1
	WHERE `provider_id` = NEW.`provider_id` AND `payment_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `payments_born_with_receipt_tell_refunds` AFTER INSERT ON `payments`
WHEN NEW.`receipt` IS NOT NULL
BEGIN
	UPDATE `refunds` SET `rev` = `rev` + 1
	WHERE `provider_id` = NEW.`provider_id` AND `payment_id` = NEW.`id`;
END;
