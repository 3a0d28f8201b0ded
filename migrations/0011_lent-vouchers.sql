CREATE TABLE `voucher_loans` (
	`provider_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`router_id` text NOT NULL,
	`bridge_id` text NOT NULL,
	`rev` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`lent_at` integer,
	`recalled_at` integer,
	`revoke_at` integer,
	`ended_at` integer,
	PRIMARY KEY(`provider_id`, `id`),
	FOREIGN KEY (`provider_id`,`voucher_id`) REFERENCES `vouchers`(`provider_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`provider_id`,`router_id`) REFERENCES `provider_routers`(`provider_id`,`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `voucher_loans_held` ON `voucher_loans` (`bridge_id`) WHERE state IN ('offered', 'lent', 'recalling', 'freed');--> statement-breakpoint
ALTER TABLE `vouchers` ADD `loan_id` text;