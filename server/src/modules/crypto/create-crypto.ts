/** Composition of the crypto rail: its calls and its schedule. */
import { crypto as contract } from '@tunjo/contract/crypto'
import { implement, type Route } from '../../platform/http/route.ts'
import { pageOf } from '../../platform/list-query.ts'
import type { Platform } from '../../platform/module.ts'
import { refuse } from '../../platform/refusal.ts'
import { evidenceSeals } from '../blockchain/index.ts'
import { addressRoutes } from './address-routes.ts'
import { ensureAddress } from './addresses/ensure-address.ts'
import { readCryptoSettings } from './config.ts'
import type { CryptoContext, CryptoDependencies } from './context.ts'
import { depositFigures } from './deposit-figures.ts'
import { depositsOf } from './deposits/deposit-store.ts'
import { followDeposits } from './follow-deposits.ts'
import { lastBlock } from './scan/block-store.ts'
import { followSweep, requestSweeps } from './sweeps/request-sweeps.ts'
import type { Crypto } from './types.ts'
import { viewDeposit } from './view-deposit.ts'

const FOLLOW_EVERY_MS = 500
const SWEEP_EVERY_MS = 5_000

export type CryptoPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'outbox' | 'env' | 'secrets'> & {
  readonly settings: Pick<Platform['settings'], 'profile'>
}

export function createCrypto(platform: CryptoPlatform, dependencies: CryptoDependencies): Crypto {
  const { db, clock, log, jobs, outbox, env } = platform
  const settings = readCryptoSettings(env, platform.settings)
  const context: CryptoContext = { ...dependencies, db, clock, log, outbox, settings, seals: evidenceSeals(platform.secrets) }
  const follow = () => followDeposits(context)
  jobs.schedule({ name: 'crypto.follow', everyMs: FOLLOW_EVERY_MS, run: follow })
  jobs.schedule({ name: 'crypto.sweep', everyMs: SWEEP_EVERY_MS, run: () => requestSweeps(context) })
  outbox.on('blockchain.operation_updated', 'crypto', (event) => followSweep(context, event))

  return {
    name: 'crypto',
    follow,
    sweep: () => requestSweeps(context),
    figures: depositFigures(context),
    routes: [...depositRoutes(), ...addressRoutes(context)],
  }

  function depositRoutes(): Route[] {
    return implement(contract, {
      depositAddress: ({ caller, params }) => ensureAddress(context, own(caller, params)),
      transactions: ({ caller, params, query }) => deposits(own(caller, params), query),
      deposits: ({ caller, params, query }) => deposits(own(caller, params), query),
    })
  }

  async function deposits(accountId: string, page: { pageIndex: number; size: number }) {
    const [{ rows, total }, last] = await Promise.all([depositsOf(db, accountId, page), lastBlock(db)])
    const depth = { lastBlock: last?.number ?? null, confirmationsNeeded: context.settings.confirmationsNeeded }
    return pageOf(
      rows.map((row) => viewDeposit(row, depth)),
      total,
      page.size,
    )
  }
}

/** Another person's id is the same answer as none. */
function own({ accountId }: { accountId: string }, { userId }: { userId: string }): string {
  return userId.toLowerCase() === accountId ? accountId : refuse('request.not_found')
}
