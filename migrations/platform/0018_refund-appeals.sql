CREATE TABLE `refund_appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`receipt` text,
	`plan_name` text NOT NULL,
	`cents` integer NOT NULL,
	`back_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`asked_at` integer NOT NULL,
	`decided_at` integer,
	`note` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_appeals_open` ON `refund_appeals` (`payment_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `refund_appeals_waiting` ON `refund_appeals` (`asked_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `refund_appeals_payment` ON `refund_appeals` (`payment_id`,`asked_at`);