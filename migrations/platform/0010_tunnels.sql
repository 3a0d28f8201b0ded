CREATE TABLE `tunnel_hosts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`address` text NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`bridge_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_hosts_name` ON `tunnel_hosts` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_hosts_bridge` ON `tunnel_hosts` (`bridge_id`);--> statement-breakpoint
CREATE TABLE `tunnel_peers` (
	`router_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`public_key` text,
	`created_at` integer NOT NULL,
	`keyed_at` integer,
	FOREIGN KEY (`router_id`) REFERENCES `routers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_peers_address` ON `tunnel_peers` (`address`);--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_peers_key` ON `tunnel_peers` (`public_key`);--> statement-breakpoint
ALTER TABLE `router_setups` ADD `fetched_at` integer;--> statement-breakpoint
ALTER TABLE `router_setups` ADD `done_at` integer;--> statement-breakpoint
ALTER TABLE `router_setups` ADD `stopped_at` integer;--> statement-breakpoint
ALTER TABLE `router_setups` ADD `stopped_for` text;