CREATE TABLE `go_live_marks` (
	`step` text PRIMARY KEY NOT NULL,
	`operator_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
