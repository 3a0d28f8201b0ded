CREATE TABLE `credit_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`invoice_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`provider_id`) REFERENCES `providers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credit_notes_invoice` ON `credit_notes` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `credit_notes_provider` ON `credit_notes` (`provider_id`);--> statement-breakpoint
ALTER TABLE `invoices` ADD `credited_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_confirmations` ADD `taken_back_at` integer;--> statement-breakpoint
ALTER TABLE `payment_confirmations` ADD `taken_back_by` text;