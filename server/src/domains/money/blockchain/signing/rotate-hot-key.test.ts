/** R13, R41: the drill of a stolen hot key, as an operator runs it, on the embedded chain: killed half-way, run again, and the old key signs no more. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Address, bytesToHex, type Hex, recoverTransactionAddress } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { COMMAND_LINE } from '../../../../../../dev/testing/operator-command.ts'
import { temporaryFolder } from '../../../../../../dev/testing/temporary-folder.ts'
import { COPT, DepositForwarderFactory } from '../../../../../../solidity/artifacts.generated.ts'
import { type ChainDeployment, readDeployment } from '../../../../chain/deployment.ts'
import type { ConnectionSettings } from '../../../../platform/database/database.ts'
import { openTestBooks, type TestBooks } from '../evidence.testing.ts'
import { type TestIntents, testIntents } from '../intents.testing.ts'
import { testSigner } from '../testing.ts'
import type { TransactionIntent } from '../types.ts'
import { checkAddresses } from './keys.ts'
import { openKeystore } from './keystore.ts'
import { rotateHotKey } from './rotate-hot-key.ts'
import { writeKeystore } from './write-keystore.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })
const folder = temporaryFolder('rotation')
const passwordFile = join(folder, 'password')
const nextFile = join(folder, 'hot-2.json')

let chain: TestChain
let database: TestDatabase
let books: TestBooks
let intents: TestIntents
let before: ChainDeployment

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100 })
  database = await createTestDatabase()
  books = openTestBooks(database.db)
  intents = testIntents(database, chain, books)
  before = chain.deployment
  writeFileSync(passwordFile, 'testpassword\n')
  for (const name of ['hot', 'treasury'] as const) writeKeystore(join(folder, `${name}.json`), passwordFile, secretOf(chain.wallets[name]))
})
afterAll(async () => {
  await books.close()
  await database.drop()
  await chain.destroy()
})

function secretOf(account: HDAccount): Hex {
  const { privateKey } = account.getHdKey()
  if (!privateKey) throw new Error('a wallet of the demo has its key')
  return bytesToHex(privateKey)
}
const urlOf = ({ host = '', port, user = '', password, database: name = '' }: ConnectionSettings): string => {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${encodeURIComponent(user)}${secret}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Runs the rotation like an operator. Returns its output and exit code. */
async function rotate(more: Record<string, string> = {}) {
  const { child } = runTypeScript(COMMAND_LINE, ['rotate-key', '--new-keystore', nextFile], {
    CHAIN_RPC_URL: chain.rpcUrl,
    CHAIN_RPC_ON_THIS_MACHINE: 'true',
    CHAIN_DEPLOYMENT_FILE: chain.env.CHAIN_DEPLOYMENT_FILE,
    DATABASE_SIGNER_URL: urlOf(database.signerConnection),
    SIGNER_HOT_KEYSTORE: join(folder, 'hot.json'),
    SIGNER_TREASURY_KEYSTORE: join(folder, 'treasury.json'),
    SIGNER_KEYSTORE_PASSWORD_FILE: passwordFile,
    ...more,
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk))
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { code: child.exitCode, signal: child.signalCode, said }
}
const balanceOf = (token: Address, owner: Address) =>
  chain.client.readContract({ address: token, abi: COPT.abi, functionName: 'balanceOf', args: [owner] })
const refusedAs = async ({ operationId }: TransactionIntent) =>
  (await sql<{ refused: string | null }>`SELECT refused FROM blockchain.intent WHERE operation_id = ${operationId}`.execute(database.db))
    .rows[0]?.refused

it('does not begin while an operation of the old key is open', async () => {
  const waiting = await intents.decide(await intents.mint(1_000n))
  const { code, said } = await rotate()
  expect([code, said]).toEqual([1, expect.stringContaining('have not ended')])
  await sql`UPDATE blockchain.intent SET state = 'refused', refused = 'test' WHERE operation_id = ${waiting.operationId}`.execute(
    database.owner,
  )
})

it('does not begin without the ether for all its steps, nor with a key that cannot sign: nothing has moved then', async () => {
  const { hotWallet, forwarderFactory } = before
  const rpc = jsonRpc(chain.rpcUrl)
  const had = await chain.client.getBalance({ address: hotWallet })
  await rpc('anvil_setBalance', [hotWallet, '0xb1a2bc2ec50000'])
  const { code, said } = await rotate()
  expect([code, said]).toEqual([1, expect.stringContaining('ether for the move and has 0.05')])
  await rpc('anvil_setBalance', [hotWallet, `0x${had.toString(16)}`])
  const { hot, treasury } = chain.wallets
  const next = { address: forwarderFactory, signTransaction: () => Promise.reject(new Error('AccessDeniedException')) }
  const rotation = { db: database.owner, client: chain.client, deployment: before, keys: { hot, treasury }, next }
  await expect(rotateHotKey({ ...rotation, maximumFeeWei: 100_000_000_000n, say: () => undefined })).rejects.toThrow('does not sign')
  const factory = { address: forwarderFactory, abi: DepositForwarderFactory.abi, functionName: 'destination' } as const
  expect(await chain.client.readContract(factory)).toBe(hotWallet)
})

it('moves tokens, allowances, deposit addresses and ether, also when it is killed half-way', async () => {
  const { tokens, swapRouter, forwarderFactory, hotWallet } = before
  const moved = [tokens.COPT, tokens.BTC, tokens.USDT]
  const had = await Promise.all(moved.map((token) => balanceOf(token, hotWallet)))
  expect((await rotate({ FAULT_AT: 'rotation.moved' })).signal).toBe('SIGKILL')
  expect(readDeployment(chain.env.CHAIN_DEPLOYMENT_FILE).hotWallet).toBe(hotWallet)
  const { code, said } = await rotate()
  expect([code, said]).toEqual([0, expect.stringContaining('The hot wallet is')])
  const { hotWallet: next, ...rest } = readDeployment(chain.env.CHAIN_DEPLOYMENT_FILE)
  const { hotWallet: _old, ...restBefore } = before
  expect(rest).toEqual(restBefore)
  expect(next).toBe(openKeystore(nextFile, passwordFile).address)
  expect(await Promise.all(moved.map((token) => balanceOf(token, next)))).toEqual(had)
  expect(await Promise.all(moved.map((token) => balanceOf(token, hotWallet)))).toEqual([0n, 0n, 0n])
  for (const address of moved)
    expect(
      await chain.client.readContract({ address, abi: COPT.abi, functionName: 'allowance', args: [next, swapRouter] }),
    ).toBeGreaterThan(10n ** 30n)
  const factory = { address: forwarderFactory, abi: DepositForwarderFactory.abi, functionName: 'destination' } as const
  expect(await chain.client.readContract(factory)).toBe(next)
  expect(await chain.client.getBalance({ address: hotWallet })).toBeLessThan(10n ** 16n)
  expect(JSON.parse(readFileSync(`${chain.env.CHAIN_DEPLOYMENT_FILE}.before-${hotWallet}`, 'utf8'))).toEqual(before)
})

it('from then on the old key opens no signer, decided operations of the old wallet are refused, and the new key signs', async () => {
  const deployment = { ...chain.deployment, ...readDeployment(chain.env.CHAIN_DEPLOYMENT_FILE) }
  const { hot: old, treasury } = chain.wallets
  expect(() => checkAddresses({ hot: old, treasury }, deployment)).toThrow('The key of the hot wallet is that of')
  const hot = openKeystore(nextFile, passwordFile)
  const { client, env } = chain
  const signer = testSigner(database.signerConnection, { client, env, deployment }, undefined, { hot, treasury })
  // Operations of yesterday, which a restored database still has.
  const [mint, swap] = [await intents.decide(await intents.mint(2_000n)), await intents.decide(await intents.swap())]
  expect([await signer.sign(mint.operationId), await refusedAs(mint)]).toEqual(['refused', 'not a mint for the hot wallet'])
  expect([await signer.sign(swap.operationId), await refusedAs(swap)]).toEqual(['refused', 'the swap pays another account'])
  const [newMint, burn] = [
    await intents.decide(await intents.mint(3_000n, { to: deployment.hotWallet })),
    await intents.decide(await intents.burn(3_000n)),
  ]
  expect([await signer.sign(newMint.operationId), await signer.sign(burn.operationId)]).toEqual(['stored', 'stored'])
  const { rows } = await sql<{ signed: `0x02${string}` }>`SELECT signed FROM blockchain.chain_transaction
    WHERE operation_id = ${burn.operationId}`.execute(database.db)
  expect(rows[0] && (await recoverTransactionAddress({ serializedTransaction: rows[0].signed }))).toBe(hot.address)
  await signer.close()
})
