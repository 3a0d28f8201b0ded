CREATE TABLE `line_overruns` (
	`line_id` text NOT NULL,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	PRIMARY KEY(`line_id`, `from_at`),
	FOREIGN KEY (`line_id`) REFERENCES `lines`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `line_overruns_newest` ON `line_overruns` (`until_at`);