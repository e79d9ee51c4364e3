/** Longest journeys by measurement, the longest first: begun last, they would keep one lane busy alone. */
export const LONGEST_FILES = [
  'e2e/review.e2e.ts',
  'e2e/every-screen.e2e.ts',
  'e2e/approvals.e2e.ts',
  'e2e/main-job.e2e.ts',
  'e2e/crypto-deposit.e2e.ts',
  'e2e/resumed-upload.e2e.ts',
  'e2e/verification-company.e2e.ts',
  'e2e/customer-messages.e2e.ts',
  'e2e/verification-levels.e2e.ts',
  'e2e/access.e2e.ts',
  'e2e/page-safety.e2e.ts',
  'e2e/guard.e2e.ts',
  'e2e/translated-page.e2e.ts',
  'e2e/annulled-payment.e2e.ts',
  'e2e/shell.e2e.ts',
  'e2e/public-pages.e2e.ts',
  'e2e/alerts.e2e.ts',
  'e2e/bank-accounts.e2e.ts',
]

/** The same for the HTTP suites. */
export const LONGEST_HTTP_FILES = ['e2e/demo-page.http.ts', 'e2e/access-matrix.http.ts', 'e2e/hostile-callers.http.ts']
