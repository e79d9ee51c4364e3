/** The crypto rail on a test's database and chain, with the real ledger and blockchain; limits and prices are set by the test. */

import type { CryptoDepositAddress, CryptoTransaction } from '@tunjo/contract/crypto'
import type { AssetCode } from '@tunjo/contract/money'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { EmbeddedChain } from '../../../../../dev/embedded/chain/embedded-chain.ts'
import { callGuarded } from '../../../../../dev/testing/call-guarded.ts'
import { type Approvals, createApprovals } from '../../../platform/approvals/index.ts'
import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Refusal, Refused } from '../../../platform/http/refusal.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import type { VerifiedPerson } from '../../customers/limits/index.ts'
import { createTestBlockchain, type TestBlockchain } from '../blockchain/testing.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../ledger/index.ts'
import type { CryptoDependencies } from './context.ts'
import { createCrypto } from './create-crypto.ts'
import { lowerCase } from './saved-addresses/save-address.ts'
import type { Crypto, SanctionedDeposit } from './types.ts'

export const CONFIRMATIONS = 3

export interface TestCrypto extends TestBlockchain {
  readonly ledger: Ledger
  readonly crypto: Crypto
  /** Refusal of the next deposit by the limits; null for none. */
  readonly limits: { refusal: Refusal | null; counted: Map<string, bigint>; blockedUntil: Date | null }
  /** Network fee of a transfer. */
  readonly networkFee: Record<AssetCode, bigint>
  /** Whether prices in pesos are unreliable. */
  readonly prices: { isStale: boolean }
  readonly approvals: Approvals
  /** Movements of pesos whose burn is still to come. */
  readonly awaitingBurn: string[]
  /** The platform's blocklist, in lower case. */
  readonly sanctioned: Set<string>
  /** Senders with a recorded hit of that list, in lower case. */
  readonly hits: readonly Address[]
  /** Senders on the sanctions lists; null when none with addresses is loaded. */
  readonly senders: { listed: Set<string> | null; readonly noted: SanctionedDeposit[] }
  address(accountId: string, userId?: string): Promise<CryptoDepositAddress>
  deposits(accountId: string): Promise<CryptoTransaction[]>
  /** Book tokens as if they came from the chain, in the ledger alone. */
  fund(accountId: string, asset: AssetCode, amount: bigint): Promise<void>
  /** Call a route of the module as this customer. */
  call<Answer>(name: string, accountId: string, given: object): Promise<Answer>
}

/** 4,000 COP for a dollar, 400,000,000 for a bitcoin. */
const COP_PRICES = { USDT: 4_000n, BTC: 400_000_000n }

export function createTestCrypto(
  connection: ConnectionSettings,
  env: EmbeddedChain['env'],
  more: Environment = {},
  /** The product's own parts, instead of the test's. */
  parts: Partial<Pick<CryptoDependencies, 'screening' | 'limits'>> = {},
): TestCrypto {
  const settings = { CRYPTO_DEPOSIT_CONFIRMATIONS: String(CONFIRMATIONS), CRYPTO_WITHDRAWAL_CANCEL_SECONDS: '0', ...more }
  const base = createTestBlockchain(connection, env, more)
  const { platform, blockchain } = base
  const ledger = createLedger(platform)
  const sanctioned = new Set<string>()
  const hits: Address[] = []
  const senders: TestCrypto['senders'] = { listed: null, noted: [] }
  const limits: TestCrypto['limits'] = { refusal: null, counted: new Map(), blockedUntil: null }
  const prices: TestCrypto['prices'] = { isStale: false }
  const awaitingBurn: string[] = []
  const networkFee = { COP: 2_000_00n, BTC: 500n, USDT: 500_000n }
  const staff = { permissionsOf: async () => PERMISSIONS, officersWith: async () => [], emailOf: async () => 'oficial@tunjo.example' }
  const approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  const crypto = createCrypto(
    { ...platform, env: { ...env, ...settings } },
    {
      blockchain,
      ledger,
      screening: {
        isSanctioned: async (_db, address) => (sanctioned.has(address) ? 'listed' : 'no_list'),
        async isSenderBarred(_tx, { address, isFirst }) {
          const isBlocked = sanctioned.has(lowerCase(address))
          if (isBlocked && isFirst) hits.push(lowerCase(address))
          return isBlocked
        },
        senderSanction: async (_tx, address) =>
          senders.listed === null ? 'no_list' : senders.listed.has(lowerCase(address)) ? 'listed' : 'clear',
        recordSanctionedSender: async (_tx, deposit) => void senders.noted.push(deposit),
      },
      limits: {
        verifiedPerson: async (_tx, accountId) => (limits.refusal ? null : (verified(accountId) as never)),
        mayTrade: async () => {
          if (limits.refusal) throw new Refused(limits.refusal)
        },
        async reserveLimit(tx, { operationId, accountId, amountCop }) {
          // As in the product: calls of one customer wait for each other.
          await sql`SELECT pg_advisory_xact_lock(hashtext(${accountId}))`.execute(tx)
          if (limits.refusal) throw new Refused(limits.refusal)
          limits.counted.set(operationId, amountCop)
          return verified(accountId)
        },
        async releaseUsage(_tx, operationId) {
          limits.counted.delete(operationId)
        },
        payoutBlockedUntil: async () => limits.blockedUntil,
        withdrawalHoldUntil: async () => limits.blockedUntil,
      },
      networkFees: { networkFee: async () => networkFee },
      payments: { awaitingBurn: async () => awaitingBurn },
      approvals,
      pricing: {
        priceInCop: async (asset) => ({
          price: COP_PRICES[asset],
          scale: 0,
          source: 'test',
          at: new Date(),
          ...prices,
          refusal: prices.isStale ? 'pricing.price_stale' : null,
        }),
      },
      ...parts,
    },
  )
  const call = async <Answer>(name: string, accountId: string, given: object): Promise<Answer> => {
    const caller = { accountId, sessionId: newId(), authorities: ['ROLE_USER'] }
    return callGuarded(
      platform,
      crypto.routes.find((candidate) => candidate.name === name),
      { caller, http: { headers: {} }, ...given },
    )
  }
  return {
    ...base,
    ledger,
    crypto,
    awaitingBurn,
    limits,
    prices,
    networkFee,
    approvals,
    sanctioned,
    hits,
    senders,
    call,
    address: (accountId, userId = accountId) => call('depositAddress', accountId, { params: { userId } }),
    deposits: (accountId) =>
      call<{ results: CryptoTransaction[] }>('deposits', accountId, {
        params: { userId: accountId },
        query: { pageIndex: 0, size: 50 },
      }).then(({ results }) => results),
    async fund(accountId, asset, amount) {
      const [debit, credit] = [systemAccount('chain', asset), customerAccount(accountId, asset)]
      await ledger.post([{ kind: 'post', id: newId(), code: 'test.fund', debit, credit, amount }])
    },
    async stop() {
      await platform.jobs.stop()
      await ledger.close()
      await base.stop()
    },
  }
}

const verified = (accountId: string): VerifiedPerson => ({
  accountId,
  email: 'ana@example.com',
  accountCreatedAt: new Date(0),
  personType: 'natural',
  fullName: 'Ana Díaz',
  documentType: 'CC',
  documentNumber: '1020304050',
  phone: '+573001234567',
})
