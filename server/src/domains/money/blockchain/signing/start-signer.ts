/**
 * Signer as a running part: in one process with the others in the demo, a separate process in production (`--roles=signer`). It polls the
 * database for work and accepts no connections.
 */

import { readDeployment } from '../../../../chain/deployment.ts'
import { type ConnectionSettings, databaseErrorCode, openDatabase } from '../../../../platform/database/database.ts'
import { refusePooler } from '../../../../platform/database/pooler.ts'
import { createOutbox } from '../../../../platform/events/outbox.ts'
import { createJobs } from '../../../../platform/jobs/jobs.ts'
import type { Wakeups } from '../../../../platform/jobs/wakeups.ts'
import type { Platform } from '../../../../platform/module.ts'
import { databaseCheck, type HealthCheck } from '../../../../platform/observability/health-check.ts'
import type { ProcessRole } from '../../../../platform/process/process-roles.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { createLedger } from '../../ledger/index.ts'
import { chainHeadCheck } from '../chain-head-check.ts'
import { readChainSettings } from '../config.ts'
import { feeCeilingWei } from '../fee-ceiling.ts'
import { inTraceOf } from '../in-trace.ts'
import { createGuardedNode } from '../known-chain.ts'
import { SIGNING_WALLETS } from '../types.ts'
import { recordAddresses, unsignedOperations } from './book-store.ts'
import { readSignerSettings } from './config.ts'
import type { SignerContext } from './context.ts'
import { checkAddresses, openKeys } from './keys.ts'
import { replaceStuckTransactions } from './replace-stuck-transactions.ts'
import { adoptRefusals, signOperation } from './signer.ts'

export interface SignerOptions extends Pick<Platform, 'env' | 'clock' | 'log' | 'secrets' | 'settings'> {
  /** Connection of the signer's role. */
  readonly connection: ConnectionSettings
  /** Called when bytes were stored, for a sender in the same process. */
  readonly onStored?: () => Promise<void>
  readonly wakeups?: Wakeups
  /** Delay before the same intent is tried again after a failure or a limit. Default 5 s. */
  readonly againAfterMs?: number
}

export interface RunningSigner {
  /** Its database connection and the head of the chain, by its own node. */
  readonly health: readonly HealthCheck[]
  stop(): Promise<void>
}

const SIGNER_ROLES: ReadonlySet<ProcessRole> = new Set(['signer'])
const AT_ONCE = 8
/** Connections of a signer to its database, at most. */
export const SIGNER_CONNECTIONS = AT_ONCE + 2
const KEEP_EVERY_MS = 2_000
const AGAIN_AFTER_MS = 5_000
const UNDEFINED_TABLE = '42P01'

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one process over what waits, what is under way and what is kept moving
export async function startSigner(options: SignerOptions): Promise<RunningSigner> {
  const { env, clock, log, secrets, settings: platform, connection, onStored, wakeups, againAfterMs = AGAIN_AFTER_MS } = options
  const settings = readSignerSettings(env, platform)
  const chain = readChainSettings(env, platform)
  const deployment = readDeployment(chain.deploymentFile)
  const keys = await openKeys(settings.keySource)
  checkAddresses(keys, deployment)
  await refusePooler(connection, 'DATABASE_SIGNER_URL')
  const { db, close } = openDatabase(connection, { maxConnections: SIGNER_CONNECTIONS })
  const jobs = createJobs({ db, clock, log })
  // Only to emit: other processes consume the events.
  const outbox = createOutbox({ db, clock, log, jobs: createJobs({ db, clock, log }) })
  const { client, checkNode } = createGuardedNode({ db, log, deployment, settings: chain }, chain.rpcUrl, {
    role: 'signer',
    mayWrite: false,
  })
  const context: SignerContext = {
    db,
    clock,
    log,
    outbox,
    // Only to prove: its role can post nothing.
    ledger: createLedger({ db, clock, log, secrets, env }),
    seals: evidenceSeals(secrets),
    client,
    deployment,
    settings,
    finality: chain,
    feeCeilingWei: () => feeCeilingWei(chain),
    keys,
  }
  const waiting = new Map<string, number>()
  const inProgress = new Set<string>()
  let keepAt = 0
  let isKeeping = false
  jobs.poll({ role: 'signer', pollOnce: look })
  jobs.start(SIGNER_ROLES, wakeups)
  return {
    health: [databaseCheck(db), chainHeadCheck({ client, profile: platform.profile })],
    async stop() {
      await jobs.stop()
      await close()
    },
  }

  async function look(): Promise<(() => Promise<void>)[]> {
    await checkNode()
    const now = performance.now()
    for (const [id, until] of waiting) if (until <= now) waiting.delete(id)
    const work = [...(await unsigned()), ...keeping(now)]
    return work
  }

  /** Tasks at start and periodically: every signed operation has to reach its end. */
  function keeping(now: number): (() => Promise<void>)[] {
    if (isKeeping || now < keepAt) return []
    isKeeping = true
    return [
      async () => {
        try {
          await recordAddresses(db, clock.now()).catch(beforeMigrations)
          await adoptRefusals(context).catch(beforeMigrations)
          for (const wallet of SIGNING_WALLETS) await replaceStuckTransactions(context, wallet)
        } finally {
          keepAt = performance.now() + KEEP_EVERY_MS
          isKeeping = false
        }
      },
    ]
  }

  async function unsigned(): Promise<(() => Promise<void>)[]> {
    const places = AT_ONCE - inProgress.size
    if (places <= 0) return []
    const found = await unsignedOperations(db, [...inProgress, ...waiting.keys()], places).catch(beforeMigrations)
    for (const id of found) inProgress.add(id)
    return found.map((id) => () => sign(id).finally(() => inProgress.delete(id)))
  }

  async function sign(operationId: string): Promise<void> {
    try {
      const outcome = await inTraceOf(db, 'sign operation', operationId, () => signOperation(context, operationId))
      if (outcome === 'waits') waiting.set(operationId, performance.now() + againAfterMs)
      if (outcome === 'stored') await onStored?.()
    } catch (error) {
      waiting.set(operationId, performance.now() + againAfterMs)
      log.error({ err: error, operationId }, 'an operation could not be signed, will be tried again')
    }
  }
}

/** A separate signer process may start before the process that migrates. */
function beforeMigrations(error: unknown): string[] {
  if (databaseErrorCode(error) === UNDEFINED_TABLE) return []
  throw error
}
