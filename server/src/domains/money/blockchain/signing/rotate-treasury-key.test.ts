/** R13, R41: the drill of a stolen treasury key, as an operator runs it, on the embedded chain: killed half-way, run again, and the old key mints no more. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Address, bytesToHex, encodeFunctionData, type Hex, keccak256, toBytes, zeroHash } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { COMMAND_LINE } from '../../../../../../dev/testing/operator-command.ts'
import { temporaryFolder } from '../../../../../../dev/testing/temporary-folder.ts'
import { COPT, DemoToken, DepositForwarderFactory } from '../../../../../../solidity/artifacts.generated.ts'
import { readDeployment } from '../../../../chain/deployment.ts'
import { sendSigned } from '../../../../chain/send-signed.ts'
import type { ConnectionSettings } from '../../../../platform/database/database.ts'
import { openTestBooks, type TestBooks } from '../evidence.testing.ts'
import { type TestIntents, testIntents } from '../intents.testing.ts'
import { testSigner } from '../testing.ts'
import { checkAddresses } from './keys.ts'
import { openKeystore } from './keystore.ts'
import { writeKeystore } from './write-keystore.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })
const folder = temporaryFolder('treasury-rotation')
const passwordFile = join(folder, 'password')
const nextFile = join(folder, 'treasury-2.json')
const ROLES = [zeroHash, keccak256(toBytes('MINTER_ROLE')), keccak256(toBytes('PAUSER_ROLE'))]

let chain: TestChain
let database: TestDatabase
let books: TestBooks
let intents: TestIntents
let before: TestChain['deployment']

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
async function rotate(more: Record<string, string> = {}, wallet = 'treasury') {
  const { child } = runTypeScript(COMMAND_LINE, ['rotate-key', '--wallet', wallet, '--new-keystore', nextFile], {
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
const copt = () => ({ address: before.tokens.COPT, abi: COPT.abi }) as const
const rolesOf = (account: Address) =>
  Promise.all(ROLES.map((role) => chain.client.readContract({ ...copt(), functionName: 'hasRole', args: [role, account] })))
const coptOf = (account: Address) => chain.client.readContract({ ...copt(), functionName: 'balanceOf', args: [account] })
const ownerOfFactory = () =>
  chain.client.readContract({ address: before.forwarderFactory, abi: DepositForwarderFactory.abi, functionName: 'owner' })
const supply = () => chain.client.readContract({ ...copt(), functionName: 'totalSupply' })

it('does not begin for an unknown wallet, while an operation of the keys is open, or without the ether for all its steps', async () => {
  expect(await rotate({}, 'cold')).toMatchObject({ code: 2, said: expect.stringContaining('Allowed choices are hot, treasury') })
  const waiting = await intents.decide(await intents.mint(1_000n))
  expect(await rotate()).toMatchObject({ code: 1, said: expect.stringContaining('have not ended') })
  await sql`UPDATE blockchain.intent SET state = 'refused', refused = 'test' WHERE operation_id = ${waiting.operationId}`.execute(
    database.owner,
  )
  const rpc = jsonRpc(chain.rpcUrl)
  const had = await chain.client.getBalance({ address: before.treasury })
  await rpc('anvil_setBalance', [before.treasury, '0xb1a2bc2ec50000'])
  expect(await rotate()).toMatchObject({ code: 1, said: expect.stringContaining('ether for the move and has 0.05') })
  await rpc('anvil_setBalance', [before.treasury, `0x${had.toString(16)}`])
  expect([await rolesOf(before.treasury), await ownerOfFactory()]).toEqual([[true, true, true], before.treasury])
})

it('moves roles, factory, tokens and ether, also when it is killed at each step, and reports other holders of a role', async () => {
  const { treasury, hotWallet, visitor, tokens } = before
  // Role grants of an attacker before the theft was noticed, and pesos in the treasury.
  const grant = encodeFunctionData({ ...copt(), functionName: 'grantRole', args: [ROLES[1] ?? zeroHash, visitor] })
  await chain.send('treasury', tokens.COPT, grant)
  await chain.send('treasury', tokens.COPT, encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args: [treasury, 777n] }))
  const had = await coptOf(treasury)
  for (const fault of ['rotation.granted', 'rotation.offered', 'rotation.revoked'])
    expect((await rotate({ FAULT_AT: fault })).signal).toBe('SIGKILL')
  expect(readDeployment(chain.env.CHAIN_DEPLOYMENT_FILE)).toEqual(before)
  const { code, said } = await rotate()
  expect([code, said]).toEqual([0, expect.stringContaining('The treasury is')])
  expect(said).toContain(`WARNING: ${visitor} has MINTER_ROLE of COPT too`)
  const { treasury: next, ...rest } = readDeployment(chain.env.CHAIN_DEPLOYMENT_FILE)
  const { treasury: _old, ...restBefore } = before
  expect(rest).toEqual(restBefore)
  expect(next).toBe(openKeystore(nextFile, passwordFile).address)
  expect([await rolesOf(next), await rolesOf(treasury)]).toEqual([
    [true, true, true],
    [false, false, false],
  ])
  expect(await ownerOfFactory()).toBe(next)
  expect([await coptOf(next), await coptOf(treasury)]).toEqual([had, 0n])
  expect(await chain.client.getBalance({ address: treasury })).toBeLessThan(10n ** 16n)
  expect(rest.hotWallet).toBe(hotWallet)
  expect(JSON.parse(readFileSync(`${chain.env.CHAIN_DEPLOYMENT_FILE}.before-${treasury}`, 'utf8'))).toEqual(before)
})

it('from then on the old key mints nothing and opens no signer, and the new one mints', async () => {
  const deployment = { ...chain.deployment, ...readDeployment(chain.env.CHAIN_DEPLOYMENT_FILE) }
  const { hot, treasury: old } = chain.wallets
  expect(() => checkAddresses({ hot, treasury: old }, deployment)).toThrow('The key of the treasury is that of')
  await jsonRpc(chain.rpcUrl)('anvil_setBalance', [old.address, '0xde0b6b3a7640000'])
  const stolen = encodeFunctionData({ ...copt(), functionName: 'mint', args: [deployment.visitor, 10n ** 12n] })
  expect((await chain.send('treasury', deployment.tokens.COPT, stolen)).status).toBe('reverted')
  const treasury = openKeystore(nextFile, passwordFile)
  const { client, env } = chain
  const signer = testSigner(database.signerConnection, { client, env, deployment }, undefined, { hot, treasury })
  const was = await supply()
  const mint = await intents.decide(await intents.mint(3_000n))
  expect(await signer.sign(mint.operationId)).toBe('stored')
  const { rows } = await sql<{ signed: Hex }>`SELECT signed FROM blockchain.chain_transaction
    WHERE operation_id = ${mint.operationId}`.execute(database.db)
  await sendSigned(client, rows[0]?.signed ?? '0x')
  await expect.poll(supply, { timeout: 20_000 }).toBe(was + 3_000n)
  await signer.close()
})
