CREATE TABLE `retention` (
	`provider_id` text NOT NULL,
	`kind` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`provider_id`, `kind`)
);
