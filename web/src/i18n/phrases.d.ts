/** Types of all phrase keys: a missing Spanish text does not compile. */
import type access from './es/access.json'
import type accountLinks from './es/account-links.json'
import type accounts from './es/accounts.json'
import type activation from './es/activation.json'
import type alertList from './es/alert-list.json'
import type alertRules from './es/alert-rules.json'
import type anomalies from './es/anomalies.json'
import type appeal from './es/appeal.json'
import type approvals from './es/approvals.json'
import type audit from './es/audit.json'
import type backgroundChecks from './es/background-checks.json'
import type balance from './es/balance.json'
import type bankReview from './es/bank-review.json'
import type blackList from './es/black-list.json'
import type caseNotes from './es/case-notes.json'
import type chart from './es/chart.json'
import type companyCapital from './es/company-capital.json'
import type configuration from './es/configuration.json'
import type consents from './es/consents.json'
import type contact from './es/contact.json'
import type conversations from './es/conversations.json'
import type dataRequests from './es/data-requests.json'
import type devUi from './es/dev-ui.json'
import type documents from './es/documents.json'
import type dueDiligence from './es/due-diligence.json'
import type explorer from './es/explorer.json'
import type exports from './es/exports.json'
import type factor from './es/factor.json'
import type fees from './es/fees.json'
import type files from './es/files.json'
import type home from './es/home.json'
import type joinTeam from './es/join-team.json'
import type landing from './es/landing.json'
import type legalHolds from './es/legal-holds.json'
import type links from './es/links.json'
import type lostFactor from './es/lost-factor.json'
import type money from './es/money.json'
import type natureReview from './es/nature-review.json'
import type notices from './es/notices.json'
import type officerMoney from './es/officer-money.json'
import type pause from './es/pause.json'
import type people from './es/people.json'
import type peopleAlerts from './es/people-alerts.json'
import type platformConfiguration from './es/platform-configuration.json'
import type policies from './es/policies.json'
import type record from './es/record.json'
import type regulatory from './es/regulatory.json'
import type regulatoryPerson from './es/regulatory-person.json'
import type renewals from './es/renewals.json'
import type reports from './es/reports.json'
import type representatives from './es/representatives.json'
import type review from './es/review.json'
import type risk from './es/risk.json'
import type savedViews from './es/saved-views.json'
import type screening from './es/screening.json'
import type security from './es/security.json'
import type send from './es/send.json'
import type shell from './es/shell.json'
import type signIns from './es/sign-ins.json'
import type staff from './es/staff.json'
import type stopped from './es/stopped.json'
import type survey from './es/survey.json'
import type taxResidence from './es/tax-residence.json'
import type timeline from './es/timeline.json'
import type trade from './es/trade.json'
import type tradeReports from './es/trade-reports.json'
import type treasury from './es/treasury.json'
import type ui from './es/ui.json'
import type verification from './es/verification.json'
import type verificationForms from './es/verification-forms.json'
import type verify from './es/verify.json'
import type versions from './es/versions.json'
import type wallets from './es/wallets.json'
import type workload from './es/workload.json'

declare global {
  interface Phrases {
    access: typeof access
    'alert-list': typeof alertList
    'account-links': typeof accountLinks
    accounts: typeof accounts
    activation: typeof activation
    anomalies: typeof anomalies
    appeal: typeof appeal
    approvals: typeof approvals
    audit: typeof audit
    'alert-rules': typeof alertRules
    'background-checks': typeof backgroundChecks
    'bank-review': typeof bankReview
    'black-list': typeof blackList
    balance: typeof balance
    'case-notes': typeof caseNotes
    chart: typeof chart
    configuration: typeof configuration
    consents: typeof consents
    contact: typeof contact
    conversations: typeof conversations
    'data-requests': typeof dataRequests
    'dev-ui': typeof devUi
    'due-diligence': typeof dueDiligence
    exports: typeof exports
    explorer: typeof explorer
    factor: typeof factor
    fees: typeof fees
    files: typeof files
    home: typeof home
    'join-team': typeof joinTeam
    'company-capital': typeof companyCapital
    'platform-configuration': typeof platformConfiguration
    landing: typeof landing
    'legal-holds': typeof legalHolds
    links: typeof links
    'lost-factor': typeof lostFactor
    money: typeof money
    'nature-review': typeof natureReview
    notices: typeof notices
    'officer-money': typeof officerMoney
    pause: typeof pause
    documents: typeof documents
    people: typeof people
    'people-alerts': typeof peopleAlerts
    policies: typeof policies
    record: typeof record
    verify: typeof verify
    regulatory: typeof regulatory
    'regulatory-person': typeof regulatoryPerson
    renewals: typeof renewals
    representatives: typeof representatives
    reports: typeof reports
    review: typeof review
    risk: typeof risk
    'saved-views': typeof savedViews
    screening: typeof screening
    security: typeof security
    send: typeof send
    shell: typeof shell
    'sign-ins': typeof signIns
    staff: typeof staff
    stopped: typeof stopped
    survey: typeof survey
    trade: typeof trade
    'tax-residence': typeof taxResidence
    timeline: typeof timeline
    'trade-reports': typeof tradeReports
    treasury: typeof treasury
    ui: typeof ui
    verification: typeof verification
    'verification-forms': typeof verificationForms
    versions: typeof versions
    wallets: typeof wallets
    workload: typeof workload
  }
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Phrases
  }
}
