-- Who did what stays as it was written.
CREATE TRIGGER `audit_refuses_update` BEFORE UPDATE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'the audit is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_refuses_delete` BEFORE DELETE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'the audit is append-only');
END;
