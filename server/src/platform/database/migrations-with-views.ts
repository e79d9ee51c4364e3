/**
 * Last migration of each module from the time when migrations created views too. They run before all newer ones, in all modules: views of
 * one module read those of another, and the newer ones create none (docs/decisions/0103-views-are-files.md). No line is added or changed.
 */
const LAST_WITH_VIEWS: Readonly<Record<string, string>> = {
  platform: '0018_traces.sql',
  alerts: '0011_comment_parts.sql',
  blockchain: '0011_traces.sql',
  blacklist: '0005_hits_of_people.sql',
  compliance: '0017_nature_due.sql',
  configuration: '0001_configuration.sql',
  conversations: '0004_waiting.sql',
  crypto: '0036_finite_numbers.sql',
  deadlines: '0002_digests.sql',
  identity: '0027_received_refresh_tokens.sql',
  kyc: '0029_no_work_of_closed.sql',
  ledger: '0008_finite_numbers.sql',
  limits: '0004_finite_numbers.sql',
  monitoring: '0012_finding_parts.sql',
  movements: '0002_certificates.sql',
  notifications: '0006_mail_locale.sql',
  payments: '0040_finite_numbers.sql',
  pricing: '0005_finite_numbers.sql',
  privacy: '0002_waiting_request.sql',
  reconciliation: '0009_finite_numbers.sql',
  regulatory: '0008_client_files.sql',
  reports: '0020_news_in_timeline.sql',
  retention: '0002_hold_people.sql',
  risk: '0005_looked_closer.sql',
  screening: '0017_finite_numbers.sql',
  staff: '0001_invitation.sql',
  trading: '0014_finite_numbers.sql',
  treasury: '0004_finite_numbers.sql',
}

export const isFromTimeOfViews = (module: string, file: string): boolean => file <= (LAST_WITH_VIEWS[module] ?? '')
