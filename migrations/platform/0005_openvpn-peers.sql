ALTER TABLE `tunnel_peers` ADD `certificate` text;--> statement-breakpoint
CREATE UNIQUE INDEX `tunnel_peers_certificate` ON `tunnel_peers` (`certificate`);