/** The treasury on a test's database and chain, with the real ledger, blockchain and reconciliation; officers are set by the test. */
import type { AssetCode } from '@tunjo/contract/money'
import type { MovementKind } from '@tunjo/contract/treasury'
import type { EmbeddedChain } from '../../../../../dev/embedded/chain/embedded-chain.ts'
import { type Approvals, createApprovals } from '../../../platform/approvals/index.ts'
import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { createTestBlockchain, type TestBlockchain } from '../blockchain/testing.ts'
import { createLedger, type Ledger } from '../ledger/index.ts'
import { createReconciliation, type Reconciliation } from '../reconciliation/index.ts'
import { createTreasury, type Treasury } from './index.ts'

const PERMISSIONS = ['treasury.read', 'treasury.operate', 'approvals.decide'] as const
export const REASON = 'Cierre de la tarde según el acta 12.'

export interface TestTreasury extends TestBlockchain {
  readonly ledger: Ledger
  readonly treasury: Treasury
  readonly books: Reconciliation
  readonly approvals: Approvals
  /** `kind: value` of every notice. */
  readonly notices: string[]
  /** Call a route of the module, or of approvals, as this officer. */
  call<Answer>(name: string, given: object, officerId?: string): Promise<Answer>
  /** Returns the id of the request that waits for a second officer. */
  propose(kind: MovementKind, asset: AssetCode, amount: string): Promise<string>
  approve(requestId: string, officerId?: string): Promise<unknown>
}

export const [MAKER, CHECKER] = ['0193f0a0-0000-7000-8000-000000000001', '0193f0a0-0000-7000-8000-000000000002']

export function createTestTreasury(connection: ConnectionSettings, env: EmbeddedChain['env'], more: Environment = {}): TestTreasury {
  const base = createTestBlockchain(connection, env, more)
  const { blockchain } = base
  const platform = { ...base.platform, env: { ...env, ...more } }
  const ledger = createLedger(platform)
  const notices: string[] = []
  const staff = { permissionsOf: async () => PERMISSIONS, officersWith: async () => [MAKER], emailOf: async () => 'oficial@tunjo.example' }
  const approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  const identity = { staff: staff as never, person: async () => null }
  const notifications = {
    notify: async (_tx: unknown, { kind, values }: { kind: string; values: object }) =>
      void notices.push(`${kind}: ${Object.values(values).join(' ')}`),
  }
  const treasury = createTreasury(platform, { blockchain, ledger, identity, notifications, approvals })
  const books = createReconciliation(platform, {
    ledger,
    blockchain,
    treasury,
    identity,
    notifications,
    approvals,
    trading: { openTrades: async () => [], unprovedTrades: async () => [] },
    crypto: {
      openWithdrawals: async () => [],
      spentCredits: async () => [],
      openCases: async () => ({ disputed: 0, claims: 0, found: 0 }),
      depositAddressTokens: async () => null,
    },
    payments: {
      paidForDeposit: async () => 0n,
      fundsAtProvider: async () => ({ booked: 0n, balance: 0n, taken: new Map() }),
      collectionAtBank: async () => null,
      unprovedRows: async () => [],
      takenBack: async () => [],
      anomalies: async () => [],
      unbookedPayments: async () => 0,
    },
  })
  const call: TestTreasury['call'] = (name, given, officerId = MAKER) => {
    const route = [...treasury.routes, ...books.routes, ...approvals.routes].find((candidate) => candidate.name === name)
    if (!route) throw new Error(`no route ${name}`)
    const caller = { accountId: officerId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS }
    return route.handle({
      caller,
      http: { requestId: 'r', headers: {} },
      query: { pageIndex: 0, size: 100 },
      ...given,
    } as never) as Promise<never>
  }
  return {
    ...base,
    ledger,
    treasury,
    books,
    approvals,
    notices,
    call,
    async propose(kind, asset, amount) {
      const { outcome } = await call<ApprovalOutcome<unknown>>('proposeMovement', { body: { kind, asset, amount, reason: REASON } })
      if (outcome.isDone) throw new Error('no other officer was asked')
      return outcome.waiting.approvalRequestId
    },
    approve: (requestId, officerId = CHECKER) => call('approve', { params: { id: requestId }, body: { note: '' } }, officerId),
    async stop() {
      await platform.jobs.stop()
      await ledger.close()
      await base.stop()
    },
  }
}
