-- The same content in the files of another owner.
CREATE INDEX stored_file_sha256 ON platform.stored_file (sha256);
