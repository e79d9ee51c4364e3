-- Fields that somebody sent, replaced ones too: what kyc.twin_report looks up by account each time a rule asks about a person.
CREATE INDEX item_fields ON kyc.item (account_id) WHERE slot = 'fields' AND state <> 'staged';
