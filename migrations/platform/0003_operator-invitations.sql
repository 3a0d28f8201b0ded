CREATE TABLE `operator_invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`invited_by`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operator_invitations_code` ON `operator_invitations` (`code_hash`);--> statement-breakpoint
ALTER TABLE `operators` ADD `second_factor_demanded` integer DEFAULT false NOT NULL;