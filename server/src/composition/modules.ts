/** All modules, built in the order of their dependencies (scripts/module-arrows.mjs). */

import { createReports, scheduleRenewal } from '../domains/backoffice/reports/index.ts'
import { createStaff } from '../domains/backoffice/staff/index.ts'
import { createBlocklist, createBlocklistOffice } from '../domains/compliance/blocklist/index.ts'
import { createAccountAccess, createCompliance, createDueDiligence } from '../domains/compliance/compliance/index.ts'
import { createConversations } from '../domains/compliance/conversations/index.ts'
import { createDeadlines } from '../domains/compliance/deadlines/index.ts'
import { createMonitoring } from '../domains/compliance/monitoring/index.ts'
import { createRegulatory } from '../domains/compliance/regulatory/index.ts'
import { createBackgroundChecks, createScreening, type Screening } from '../domains/compliance/screening/index.ts'
import { createAlerts } from '../domains/customers/alerts/index.ts'
import { createIdentity, type Identity } from '../domains/customers/identity/index.ts'
import { createKyc, type Kyc } from '../domains/customers/kyc/index.ts'
import { createLimits } from '../domains/customers/limits/index.ts'
import { createPolicies } from '../domains/customers/policies/index.ts'
import { createPrivacy } from '../domains/customers/privacy/index.ts'
import { createRetention } from '../domains/customers/retention/index.ts'
import { createRisk } from '../domains/customers/risk/index.ts'
import { type Blockchain, createBlockchain } from '../domains/money/blockchain/index.ts'
import { createCrypto } from '../domains/money/crypto/index.ts'
import { createLedger } from '../domains/money/ledger/index.ts'
import { createMovements } from '../domains/money/movements/index.ts'
import { createPayments, type Payments } from '../domains/money/payments/index.ts'
import { createPricing, type Pricing } from '../domains/money/pricing/index.ts'
import {
  createCompanyCapital,
  createReconciliation,
  createStoppedOperations,
  type Reconciliation,
} from '../domains/money/reconciliation/index.ts'
import { createTrading } from '../domains/money/trading/index.ts'
import { createTreasury } from '../domains/money/treasury/index.ts'
import { createWallets } from '../domains/money/wallets/index.ts'
import { createConfiguration } from '../domains/reference/configuration/index.ts'
import { createNotifications } from '../domains/reference/notifications/index.ts'
import { createParameters } from '../domains/reference/parameters/index.ts'
import { createExports } from '../platform/exports/index.ts'
import type { Route } from '../platform/http/route.ts'
import type { Platform } from '../platform/module.ts'
import type { Gauges } from '../platform/observability/gauges.ts'
import { approvalsOfProduct } from './approvals-of-product.ts'
import { blocklistPorts } from './blocklist-ports.ts'
import { addClosingChecks } from './closing.ts'
import { renewalMonths } from './renewal-months.ts'
import { COMMENT_CATALOGUES, translateNote, translateText } from './translate-text.ts'

export interface Modules {
  readonly identity: Identity
  readonly kyc: Kyc
  readonly payments: Payments
  readonly reconciliation: Reconciliation
  readonly pricing: Pick<Pricing, 'poll' | 'refreshCandles' | 'health'>
  readonly blockchain: Pick<Blockchain, 'follow' | 'checkNode' | 'health'>
  readonly screening: Pick<Screening, 'stop'>
  /** Gauges of the modules. */
  readonly figures: readonly Gauges[]
  readonly routes: readonly Route[]
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one list, in the order in which modules need each other
export async function createModules(platform: Platform): Promise<Modules> {
  const parameters = createParameters()
  const policies = createPolicies(platform)
  const notifications = createNotifications(platform)
  const blackList = createBlocklist(platform)
  const identity = createIdentity(platform, { notifications, policies, entry: blackList })
  notifications.useAddressBook(identity.addressOf)
  notifications.useTranslator(translateText)
  const ledger = createLedger(platform)
  await ledger.sealOldRows()
  const pricing = createPricing(platform)
  const kyc = createKyc(platform, { identity, parameters, notifications })
  const approvals = approvalsOfProduct(platform, { identity, notifications })
  await approvals.sealOldRows()
  const exports = createExports(platform)
  const configuration = createConfiguration(platform, { parameters, approvals })
  const diligence = createDueDiligence(platform)
  const alerts = createAlerts(platform, { identity, parameters, configuration, diligence, commentWords: COMMENT_CATALOGUES })
  const risk = createRisk(platform, { identity, kyc, alerts, notifications, parameters, configuration, approvals, diligence })
  const screening = createScreening(platform, { kyc, identity, risk, alerts, configuration, approvals, parameters })
  const backgroundChecks = createBackgroundChecks(platform, { kyc, identity, risk, alerts, configuration, approvals, parameters })
  const blackListOffice = createBlocklistOffice(platform, { blackList, kyc, risk, alerts, approvals, parameters })
  const limits = createLimits(platform, { kyc, identity, risk, configuration })
  const { addresses, accountCheck, payerCheck } = blocklistPorts({ blackList, screening })
  const companyCapital = createCompanyCapital(platform, { ledger })
  const payments = createPayments(platform, { ledger, limits, parameters, approvals, accountCheck, payerCheck, companyCapital })
  await payments.sealOldRows()
  const blockchain = createBlockchain(platform, { ledger })
  const trading = await createTrading(platform, {
    blockchain,
    ledger,
    limits,
    pricing,
    approvals,
    emailOf: async (id) => (await identity.person(id))?.email ?? '',
  })
  const crypto = createCrypto(platform, {
    blockchain,
    ledger,
    limits,
    pricing,
    approvals,
    networkFees: trading,
    screening: addresses,
    payments,
  })
  await crypto.sealOldRows()
  payments.useFoundBurns({ isBooked: crypto.isBurnBooked })
  addClosingChecks({ identity, ledger, payments, crypto })
  const wallets = createWallets(platform, { ledger, pricing })
  const movements = createMovements(platform, { ledger, kyc, pricing, parameters, translateNote })
  const treasury = createTreasury(platform, { blockchain, ledger, identity, notifications, approvals })
  const reconciliation = createReconciliation(platform, {
    ledger,
    blockchain,
    payments,
    trading,
    crypto,
    treasury,
    identity,
    notifications,
    approvals,
  })
  const sources = [payments, trading, blockchain, crypto, treasury].flatMap(({ stopped }) => stopped)
  const stoppedOperations = createStoppedOperations(platform, { sources, identity })
  const compliance = createCompliance(platform, {
    exports,
    kyc,
    identity,
    limits,
    parameters,
    approvals,
    risk,
    alerts,
    notifications,
    checks: backgroundChecks,
    configuration,
  })
  const conversations = createConversations(platform, { identity, kyc, risk, alerts, configuration, notifications })
  const deadlines = createDeadlines(platform, { configuration, identity, notifications })
  const privacy = createPrivacy(platform, { identity, notifications })
  const accountAccess = createAccountAccess(platform, { identity, kyc, alerts, approvals })
  const monitoring = createMonitoring(platform, { alerts, limits, approvals })
  const reports = createReports(platform, { exports, parameters, approvals })
  scheduleRenewal(platform, renewalMonths(configuration))
  const retention = createRetention(platform, { identity, approvals })
  const regulatory = createRegulatory(platform, { identity, kyc, alerts, movements, parameters, retention, approvals })
  const staff = createStaff(platform, { identity, approvals, notifications })
  const people = [
    parameters,
    policies,
    notifications,
    identity,
    kyc,
    limits,
    approvals,
    compliance,
    conversations,
    privacy,
    accountAccess,
    alerts,
    configuration,
    risk,
    screening,
    backgroundChecks,
    blackListOffice,
    monitoring,
    reports,
    exports,
    retention,
    regulatory,
    staff,
  ]
  const money = [pricing, payments, blockchain, trading, crypto, wallets, movements, treasury, reconciliation, stoppedOperations]
  const figures = [
    ...[
      notifications,
      blockchain,
      crypto,
      payments,
      trading,
      treasury,
      reconciliation,
      stoppedOperations,
      screening,
      backgroundChecks,
      blackListOffice,
      diligence,
      risk,
      conversations,
      deadlines,
      privacy,
      monitoring,
      configuration,
      regulatory,
      movements,
      pricing,
    ].map((module) => module.figures),
    crypto.withdrawalFigures,
    trading.quoteFigures,
    pricing.sourceFigures,
    crypto.suspenseFigures,
  ]
  return {
    identity,
    kyc,
    payments,
    reconciliation,
    pricing,
    blockchain,
    screening,
    figures,
    routes: [...people, ...money].flatMap(({ routes }) => routes),
  }
}
