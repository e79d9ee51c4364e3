/** `tunjo reconcile`: one pass of the product's own comparison as a command, on a real chain, provider and ledger. */
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../dev/testing/database.ts'
import { addressOf } from '../../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../../dev/testing/temporary-folder.ts'
import { COPT } from '../../../solidity/artifacts.generated.ts'
import { createPlatform } from '../composition/create-platform.ts'
import { createModules } from '../composition/modules.ts'
import type { ProductParts } from '../composition/product-parts.ts'
import { startParts } from '../composition/start-parts.ts'
import { createLog } from '../platform/observability/log.ts'
import { readPlatformSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { systemClock } from '../platform/time/clock.ts'
import { reconcileCommand } from './reconcile.ts'

let database: TestDatabase
let chain: TestChain
let dataDir: string
let env: Environment
let parts: ProductParts
beforeAll(async () => {
  ;[database, chain] = await Promise.all([createTestDatabase(), startTestChain()])
  dataDir = memoryFolder('reconcile')
  env = {
    DATA_DIR: dataDir,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
    DATABASE_URL: addressOf(database.connection),
    CHAIN_RPC_URL: chain.rpcUrl,
    CHAIN_DEPLOYMENT_FILE: chain.env.CHAIN_DEPLOYMENT_FILE,
  }
  const log = createLog({ level: 'silent', pretty: false })
  parts = await startParts(readPlatformSettings(env, ['--roles=worker,scheduler']), env, log, systemClock)
})
afterAll(async () => {
  await parts?.stop()
  await chain?.destroy()
  await database?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

async function reconcile(): Promise<{ status: number; output: string }> {
  const said: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => void said.push(String(line))),
  )
  try {
    return { status: await reconcileCommand(env), output: said.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
/** Date the last pass back by an hour, so that the next one is due. */
const passAnHourAgo = () => sql`UPDATE reconciliation.run SET finished_at = finished_at - interval '1 hour'`.execute(database.owner)

/** Open the books as the first start of a demo does. */
async function openBooks(): Promise<void> {
  const settings = readPlatformSettings(env, ['--roles=worker,scheduler'])
  const log = createLog({ level: 'silent', pretty: false })
  const platform = createPlatform({ settings, env: { ...parts.env, ...env }, log, db: database.db, clock: systemClock })
  const modules = await createModules(platform)
  await modules.blockchain.checkNode()
  await modules.reconciliation.openBooks()
  await modules.screening.stop()
}

it('MON-10 reports that the books agree, and names each difference: found by one pass, and open after a second', async () => {
  await openBooks()
  expect(await reconcile()).toEqual({ status: 0, output: 'The books agree.' })

  const { tokens, visitor } = chain.deployment
  await chain.send('treasury', tokens.COPT, encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [visitor, 500n] }))
  expect(await reconcile()).toEqual({ status: 0, output: expect.stringMatching(/^The running product made its last pass a moment ago/) })
  await passAnHourAgo()
  const line = /chain\.supply COP: expected \S+, found \S+, difference 5(\.00)?/
  const once = await reconcile()
  expect(once).toEqual({ status: 1, output: expect.stringMatching(/^found {3}.*\(a second pass that finds it opens it\)$/m) })
  expect(once.output).toMatch(line)
  expect(once.output).toContain('0 open, 1 found once, 0 parts not compared.')
  await passAnHourAgo()
  const open = await reconcile()
  expect(open.output).toMatch(new RegExp(`^open {4}${line.source}$`, 'm'))
  expect(open).toMatchObject({ status: 1, output: expect.stringContaining('1 open, 0 found once') })
  expect((await reconcile()).status).toBe(1)
})

it('names a part that could not be compared', async () => {
  await parts.stop()
  await passAnHourAgo()
  env = { ...env, WOMPI_URL: 'http://127.0.0.1:1', PAYOUTS_URL: 'http://127.0.0.1:1' }
  expect(await reconcile()).toMatchObject({ status: 1, output: expect.stringMatching(/^failed {2}payouts: /m) })
})
