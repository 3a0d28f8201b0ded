CREATE TABLE `handoff_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`host` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_session` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE TABLE `vpn_authorities` (
	`id` text PRIMARY KEY NOT NULL,
	`certificate` text NOT NULL,
	`private_key` text NOT NULL,
	`crl_number` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vpn_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`authority` text NOT NULL,
	`username` text NOT NULL,
	`router_name` text NOT NULL,
	`router_id` text,
	`password_hash` text NOT NULL,
	`tunnel_ip` text NOT NULL,
	`serial` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vpn_clients_username` ON `vpn_clients` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `vpn_clients_tunnel_ip` ON `vpn_clients` (`tunnel_ip`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `vpn_clients_serial` ON `vpn_clients` (`serial`);--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_key` text;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_since` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_step` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `recovery_hashes` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `network` text;--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
ALTER TABLE `routers` ADD `ovpn_server_host` text;--> statement-breakpoint
ALTER TABLE `routers` ADD `ovpn_server_port` integer;--> statement-breakpoint
ALTER TABLE `routers` ADD `ovpn_username` text;--> statement-breakpoint
ALTER TABLE `routers` ADD `ovpn_tunnel_ip` text;--> statement-breakpoint
ALTER TABLE `routers` ADD `ovpn_certificate` text;--> statement-breakpoint
ALTER TABLE `routers` ADD `ovpn_ca_file` text;