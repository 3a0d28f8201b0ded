-- What was billed is never changed: it is put right by credit notes, which are never changed either.
CREATE TRIGGER `invoices_keep_what_was_billed`
BEFORE UPDATE OF `provider_id`, `period_start`, `period_end`, `terms`, `rows`, `base_count`, `base_cents`, `amount_cents`, `issued_at` ON `invoices`
BEGIN
	SELECT RAISE(ABORT, 'an invoice keeps what was billed');
END;
--> statement-breakpoint
CREATE TRIGGER `credit_notes_refuse_update` BEFORE UPDATE ON `credit_notes`
BEGIN
	SELECT RAISE(ABORT, 'credit notes are append-only');
END;
