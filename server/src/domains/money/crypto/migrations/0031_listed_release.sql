-- Two officers let a withdrawal go whose address they saw as listed: only with this seal is its address not compared with the lists again before it is sent.
ALTER TABLE crypto.withdrawal ADD COLUMN listed_seal text;
