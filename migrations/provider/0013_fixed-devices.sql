CREATE TABLE `line_networks` (
	`router_id` text NOT NULL,
	`network` text NOT NULL,
	`arp` text,
	`confirmed_at` integer NOT NULL,
	`confirmed_by` text NOT NULL,
	PRIMARY KEY(`router_id`, `network`),
	FOREIGN KEY (`router_id`) REFERENCES `provider_routers`(`router_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `lines` ADD `kind` text DEFAULT 'pppoe' NOT NULL;--> statement-breakpoint
ALTER TABLE `lines` ADD `network` text;--> statement-breakpoint
ALTER TABLE `lines` ADD `fixed_address` text;--> statement-breakpoint
ALTER TABLE `lines` ADD `hindrance` text;--> statement-breakpoint
CREATE UNIQUE INDEX `lines_address` ON `lines` (`router_id`,`fixed_address`) WHERE closed_at IS NULL AND fixed_address IS NOT NULL;