-- One version of a month at most is the one to be sent: approved by two officers, and not filed or replaced yet.
CREATE UNIQUE INDEX uiaf_file_approved ON regulatory.uiaf_file (month) WHERE state = 'approved';
