/**
 * Additions to the published OpenAPI document (`/openapi.json`): the module of each call, which is its tag, and the names of schemas
 * for code generators. A call that is missing here fails a test.
 */

import type * as z from 'zod'
import { accountAccess } from './account-access.ts'
import { activation } from './activation.ts'
import { alertBacktests, Backtest } from './alert-backtests.ts'
import { AlertEvidence, alertEvidence } from './alert-evidence.ts'
import { alertRules, ComingRule, RuleRow, RuleVersion } from './alert-rules.ts'
import { appeals } from './appeals.ts'
import { ApprovalWaiting } from './approval-waiting.ts'
import { ApprovalChange, ApprovalPerson, ApprovalRequest, ApprovalReview, approvals } from './approvals.ts'
import { auditTrail } from './audit-trail.ts'
import { BackgroundCheck, backgroundChecks, CheckResult } from './background-checks.ts'
import { BankPayer, bankStatements, CollectionAccount, transfers } from './bank-statements.ts'
import { blockchain, ChainAsset, ExplorerTransaction, TokenTransfer } from './blockchain.ts'
import { BlackListEntry, blackList } from './blocklist.ts'
import { CapitalMovement, capital } from './capital.ts'
import { caseArchive } from './case-archive.ts'
import { caseNotes } from './case-notes.ts'
import { certificates } from './certificates.ts'
import { AssetSums, Closing, closings, PublishedClosing, ReservesProof } from './closings.ts'
import { compliance, UserDocument } from './compliance.ts'
import { complianceAlerts, compliancePeopleAlerts } from './compliance-alerts.ts'
import { complianceFiles } from './compliance-files.ts'
import { compliancePeople } from './compliance-people.ts'
import { compliancePerson } from './compliance-person.ts'
import { complianceProof, KeptProofReading } from './compliance-proof.ts'
import { Assignee, complianceReview } from './compliance-review.ts'
import { complianceRisk } from './compliance-risk.ts'
import { ConfigurationLists, ConfigurationVersion, configuration } from './configuration.ts'
import { ConsentChange, Consents, consents } from './consents.ts'
import {
  Conversation,
  ConversationEntry,
  ConversationFile,
  conversations,
  OfficerConversation,
  officerConversations,
} from './conversations.ts'
import { credentials, EmailChange } from './credentials.ts'
import { CryptoDepositAddress, CryptoTransaction, CryptoTransactionPage, crypto } from './crypto.ts'
import { cryptoAddresses, SavedAddress } from './crypto-addresses.ts'
import { cryptoOfficers } from './crypto-officers.ts'
import { CryptoWithdrawal, cryptoWithdrawals } from './crypto-withdrawals.ts'
import { dataRequests, officerDataRequests } from './data-requests.ts'
import { Device, devices, Session, SignInRow } from './devices.ts'
import { documents } from './documents.ts'
import { DiligenceDocument, dueDiligence } from './due-diligence.ts'
import type { Contract } from './endpoint.ts'
import { exportJobs } from './exports.ts'
import { factors, Passkey } from './factors.ts'
import { FeeTier } from './fee-schedule.ts'
import { FieldChange } from './field-change.ts'
import { platformFiles } from './files.ts'
import { foundTransactions } from './found-transactions.ts'
import { AccessToken, Account, identity, PasskeyAnswer, PasskeyOptions, SecondFactorAsked } from './identity.ts'
import { joinTeam } from './join-team.ts'
import { kyc, LevelStatus } from './kyc.ts'
import { Draft, FileQuality, FormFile, kycDrafts, UnfinishedUpload } from './kyc-drafts.ts'
import { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields, PepDetails, Shareholder } from './kyc-forms.ts'
import { kycSubmissions, Saved } from './kyc-submissions.ts'
import { kycUploads } from './kyc-uploads.ts'
import { limits } from './limits.ts'
import { lineCustomers } from './line-customers.ts'
import { management } from './management.ts'
import { lostFactor } from './mfa-reset.ts'
import { moneyReports } from './money-reports.ts'
import { BalanceEntry, movements } from './movements.ts'
import { LiveEvent, Notice, notifications, Preferences } from './notifications.ts'
import { ListItem, parameters } from './parameters.ts'
import { PaymentAnomaly, paymentAnomalies } from './payment-anomalies.ts'
import {
  bankAccount,
  bankAccountFields,
  fiatTransaction,
  fiatTransactionDetail,
  pageRequest,
  payments,
  transactionPage,
  webhookAnswer,
} from './payments.ts'
import { AccountHolder, AccountUse, officerPayments } from './payments-officers.ts'
import { LinkedPerson, PersonLink, PersonLinks, personLinks, SharedThing } from './person-links.ts'
import { personNews } from './person-news.ts'
import { officerTaxCertifications } from './person-tax.ts'
import { personTimeline } from './person-timeline.ts'
import { phrases } from './phrases.ts'
import { PolicyChanges, PolicyEntry, PolicyPaths, PolicyText, policies } from './policies.ts'
import { Candle, PairPrice, pricing } from './pricing.ts'
import { reconciliation } from './reconciliation.ts'
import { Obligation, regulatoryCalendar } from './regulatory-calendar.ts'
import { CarfSummary, CarfTotal, CarfUser } from './regulatory-carf.ts'
import { regulatoryFiles, UiafClient, UiafFile, UiafLayout, UiafLine } from './regulatory-files.ts'
import { MatchReport, regulatoryMatches } from './regulatory-matches.ts'
import { ReportedPerson, Ros, RosDraft, RosEpisode, RosInvolved, RosMovement, RosRow, regulatoryRos } from './regulatory-ros.ts'
import { renewals } from './renewals.ts'
import { PersonSignIn, reports, UserRow } from './reports.ts'
import { Representative, RepresentativeList, representatives } from './representatives.ts'
import { LegalHold, retention } from './retention.ts'
import { savedViews, ViewContent } from './saved-views.ts'
import { EntryFacts, ListedFacts, ScreenedFacts, ScreeningHit, screening } from './screening.ts'
import { staff } from './staff.ts'
import { staffInvitations } from './staff-invitations.ts'
import { StepUp, stepUp } from './step-up.ts'
import { StoppedOperation, stoppedOperations } from './stopped-operations.ts'
import { TaxCertification, TaxResidence, taxCertifications } from './tax-certifications.ts'
import { taxCertify } from './tax-certify.ts'
import { SupportTicket, TicketStatus, tickets } from './tickets.ts'
import { TakenFees, tradeFees } from './trade-fees.ts'
import { tradeReports } from './trade-reports.ts'
import { Hop, Quote, SwapRoute, TokenBalance, Trade, trading } from './trading.ts'
import { TreasuryMovement, TreasuryTarget, treasury } from './treasury.ts'
import { VersionDecision, VersionNumbers } from './version-decision.ts'
import { BalanceRow, BalanceTotal, wallets } from './wallets.ts'
import { WithdrawalRisk } from './withdrawal-queue.ts'
import { WorkItem, workQueues } from './work-queues.ts'

interface DocumentedModule {
  readonly about: string
  /** Contracts by the first part of the operation id: `payments` → `payments.withdraw`. */
  readonly contracts: Readonly<Record<string, Contract>>
}

/** Published modules; the demo's calls are not published. */
export const MODULES: Readonly<Record<string, DocumentedModule>> = {
  identity: {
    about: 'Accounts, sign-in, sessions, devices, factors and the approval of single calls (step-up)',
    contracts: { identity, activation, consents, credentials, devices, factors, lostFactor, stepUp },
  },
  kyc: {
    about: 'Verification of customers: forms, files, levels',
    contracts: { kyc, kycDrafts, kycSubmissions, kycUploads, taxCertifications, taxCertify },
  },
  reconciliation: {
    about: 'Liabilities and holdings of the company, and their differences',
    contracts: { capital, closings, reconciliation, stoppedOperations },
  },
  treasury: { about: 'Movements of two officers between the hot and the cold wallet', contracts: { treasury } },
  compliance: {
    about: 'Decisions of officers about people',
    contracts: {
      accountAccess,
      caseNotes,
      compliance,
      complianceFiles,
      compliancePeople,
      compliancePeopleAlerts,
      compliancePerson,
      personNews,
      complianceProof,
      complianceReview,
      workQueues,
      complianceRisk,
      dueDiligence,
      renewals,
      representatives,
      officerTaxCertifications,
      savedViews,
    },
  },
  conversations: {
    about: 'Messages between compliance and a customer about held, declined or reviewed matters',
    contracts: { appeals, conversations, officerConversations },
  },
  privacy: {
    about: 'Requests of people about their personal data (Ley 1581 de 2012), with the terms of the law',
    contracts: { dataRequests, officerDataRequests },
  },
  alerts: { about: 'Alerts about people: open, closed, history', contracts: { complianceAlerts, alertEvidence } },
  monitoring: {
    about: 'Rules that raise alerts: what each looks for, its versions, and the change of one',
    contracts: { alertRules, alertBacktests },
  },
  screening: { about: 'Lists of sanctions and PEP, and hits of people in them', contracts: { screening, backgroundChecks } },
  blacklist: { about: 'Blocklist of the company', contracts: { blackList } },
  approvals: { about: 'Decisions that two officers take together', contracts: { approvals } },
  limits: { about: 'How much a person may move in a month', contracts: { limits } },
  payments: {
    about: 'Pesos in and out: bank accounts, PSE deposits, transfers and their bank statements, withdrawals, their histories',
    contracts: { payments, officerPayments, paymentAnomalies, transfers, bankStatements, lineCustomers },
  },
  movements: {
    about: 'One history of every rail, the entries behind each balance, receipts and statements',
    contracts: { movements, documents, certificates },
  },
  wallets: { about: 'Balances and what they are worth in pesos', contracts: { wallets } },
  trading: { about: 'Exchange of assets: quotes and trades', contracts: { trading, tradeFees } },
  pricing: { about: 'Market prices and candles', contracts: { pricing } },
  blockchain: { about: 'Tokens of the chain, and its transactions', contracts: { blockchain } },
  crypto: {
    about: 'Tokens in and out by the chain: deposit addresses, saved addresses, withdrawals',
    contracts: { crypto, cryptoAddresses, cryptoOfficers, cryptoWithdrawals, foundTransactions },
  },
  notifications: { about: 'Notices, live events, the contact form and its tickets', contracts: { notifications, tickets } },
  configuration: { about: 'Numbers and lists with effective dates, and their change by two officers', contracts: { configuration } },
  parameters: { about: 'Code lists of the forms', contracts: { parameters } },
  policies: { about: 'The texts that customers accept, in every version', contracts: { policies } },
  reports: {
    about: 'Lists over all people for officers, and a copy of what is kept about oneself',
    contracts: { reports, moneyReports, tradeReports, auditTrail, personTimeline, personLinks, caseArchive, exportJobs },
  },
  staff: { about: 'Permissions of staff, and invitations', contracts: { staff, staffInvitations, joinTeam } },
  regulatory: {
    about: 'Reports to authorities: suspicious transactions, matches with binding lists, monthly files, and what is due',
    contracts: { regulatoryRos, regulatoryMatches, regulatoryFiles, regulatoryCalendar },
  },
  retention: { about: 'Retention of documents, and legal holds', contracts: { retention } },
  files: { about: 'Files of customers, by signed links', contracts: { platformFiles } },
  phrases: { about: 'Texts of the screens in each language', contracts: { phrases } },
  management: { about: 'Health, metrics and facts for operators', contracts: { management } },
}

/** Names of schemas used in more than one place; those of a single call are named after the call. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  AccessToken, Account, PasskeyAnswer, PasskeyOptions, SecondFactorAsked, Consents, EmailChange, Device, Session, SignInRow, Passkey, StepUp,
  LevelStatus, Draft, FileQuality, FormFile, UnfinishedUpload, NaturalLevel1Fields, NaturalLevel2Fields, LegalLevel1Fields, PepDetails,
  Shareholder, FormSaved: Saved, UserDocument, ApprovalChange, ApprovalPerson, ApprovalRequest, ApprovalReview, ApprovalWaiting,
  BankAccount: bankAccount, BankAccountFields: bankAccountFields, FiatTransaction: fiatTransaction, FiatTransactionDetail: fiatTransactionDetail,
  FiatTransactionPage: transactionPage, FiatTransactionPageRequest: pageRequest, WebhookAnswer: webhookAnswer,
  BalanceEntry, BalanceRow, BalanceTotal, Hop, SwapRoute, Quote, TokenBalance, Trade, Candle, PairPrice, ChainAsset, ExplorerTransaction, TokenTransfer,
  CryptoDepositAddress, CryptoTransaction, CryptoTransactionPage, CryptoWithdrawal, SavedAddress,
  VersionNumbers, ConfigurationLists, ConfigurationVersion, AlertRuleComing: ComingRule, AlertRuleRow: RuleRow, AlertRuleVersion: RuleVersion, AlertRuleBacktest: Backtest, BackgroundCheck, BackgroundCheckResult: CheckResult, VersionDecision, WorkItem, AccountHolder, AccountUse, FeeTier, TakenFees, Assignee, KeptProofReading, Representative, RepresentativeList, TaxCertification, TaxResidence, SavedViewContent: ViewContent, BlackListEntry, ListedFacts, ScreenedFacts, ScreeningHit, LegalHold, LiveEvent, Notice, NoticePreferences: Preferences, ReportedPerson, Ros, RosRow, RosDraft, RosEpisode, RosInvolved, RosMovement, SupportTicket, TicketStatus, ListItem, ConsentChange, LinkedPerson, PersonLink, PersonLinks, SharedThing, PolicyChanges, PolicyEntry, PolicyPaths, PolicyText,
  MatchReport, DiligenceDocument, Obligation, CarfSummary, CarfTotal, CarfUser, UiafClient, UiafFile, UiafLayout, UiafLine,
  AlertEvidence, FieldChange, WithdrawalRisk, ListEntryFacts: EntryFacts,
  Conversation, ConversationEntry, ConversationFile, OfficerConversation, PersonSignIn, TreasuryMovement, TreasuryTarget, StoppedOperation, PaymentAnomaly, AssetSums, CapitalMovement, Closing, PublishedClosing, ReservesProof, UserRow, CollectionAccount, BankPayer,
} // biome-ignore format: one list
