/** Every wrong answer of a PKCS#11 token: nothing reaches the chain, others are delayed no longer than a token may take, and the next right answer signs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Hex, hexToBytes, recoverTransactionAddress } from 'viem'
import type { HDAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { temporaryFolder } from '../../../../../../dev/testing/temporary-folder.ts'
import { readWallets } from '../../../../chain/mnemonic.ts'
import { systemClock } from '../../../../platform/time/clock.ts'
import { openTestBooks, type TestBooks } from '../evidence.testing.ts'
import { testIntents } from '../intents.testing.ts'
import { testSigner } from '../testing.ts'
import { openPkcs11Token } from './pkcs11-key.ts'

vi.setConfig({ testTimeout: 60_000 })
const LIMIT_MS = 300
/** The part of pkcs11js that the product calls; its answers are set by the test. */
const LIBRARY = `
exports.answers = {}
const ask = (name, ...given) => exports.answers[name](...given)
exports.PKCS11 = class {
  load() {}
  C_Initialize() {}
  C_GetSlotList() { return [Buffer.from('slot')] }
  C_GetTokenInfo() { return { label: 'tunjo   ' } }
  C_OpenSession() { return Buffer.from('session') }
  C_Login() {}
  C_FindObjectsInit() {}
  C_FindObjects() { return [Buffer.from('key')] }
  C_FindObjectsFinal() {}
  C_GetAttributeValue() { return ask('point') }
  C_SignInit() { return ask('begin') }
  C_SignAsync(session, digest, output) { return ask('sign', digest) }
}
`
interface Answers {
  point(): { value: Buffer | undefined }[]
  begin(): void
  sign(digest: Buffer): Promise<Buffer>
}

let chain: TestChain
let database: TestDatabase
let books: TestBooks
let wallets: ReturnType<typeof readWallets>
let answers: Answers
let right: Answers
let signer: ReturnType<typeof testSigner>

const signatureOf = async (account: HDAccount, digest: Buffer): Promise<Buffer> =>
  Buffer.from(hexToBytes(await account.sign({ hash: `0x${digest.toString('hex')}` })).subarray(0, 64))

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  wallets = readWallets(chain.env.CHAIN_MNEMONIC_FILE)
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  books = openTestBooks(database.db)
  const folder = temporaryFolder('pkcs11-answers')
  mkdirSync(join(folder, 'node_modules/pkcs11js'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/pkcs11js/index.js'), LIBRARY)
  writeFileSync(join(folder, 'pin'), '1234\n')
  answers = createRequire(join(folder, 'package.json'))('pkcs11js').answers
  right = {
    point: () => [{ value: Buffer.from(hexToBytes(wallets.hot.publicKey)) }],
    begin: () => undefined,
    sign: (digest) => signatureOf(wallets.hot, digest),
  }
  Object.assign(answers, right)
  const token = openPkcs11Token({ module: 'a', token: 'tunjo', pinFile: join(folder, 'pin'), libraries: folder }, LIMIT_MS)
  signer = testSigner(database.signerConnection, chain, systemClock, { hot: token('hot'), treasury: wallets.treasury })
})
afterEach(async () => {
  await signer.close()
  await books.close()
  await database.drop()
})

/** Ends the answer that did not come, as a token that was disconnected does. */
let release: () => void = () => undefined
const never = () =>
  new Promise<Buffer>((_resolve, reject) => {
    release = () => reject(new Error('CKR_DEVICE_REMOVED'))
  })
const WRONG: Readonly<Record<string, Partial<Answers>>> = {
  'a signature of another digest': { sign: () => signatureOf(wallets.hot, Buffer.alloc(32, 7)) },
  'a signature of another key': { sign: (digest) => signatureOf(wallets.cold, digest) },
  'an empty signature': { sign: async () => Buffer.alloc(0) },
  'half a signature': { sign: async (digest) => (await signatureOf(wallets.hot, digest)).subarray(0, 32) },
  'a longer signature': { sign: async (digest) => Buffer.concat([await signatureOf(wallets.hot, digest), Buffer.alloc(1)]) },
  zeros: { sign: async () => Buffer.alloc(64) },
  'numbers above the order of the curve': { sign: async () => Buffer.alloc(64, 0xff) },
  undefined: { sign: async () => undefined as never },
  'an object': { sign: async () => ({ length: 64 }) as never },
  'an error': { sign: () => Promise.reject(new Error('CKR_DEVICE_ERROR')) },
  'an error before the signature': {
    begin: () => {
      throw new Error('CKR_SESSION_HANDLE_INVALID')
    },
  },
  'an answer that never comes': { sign: never },
  'a late answer': {
    sign: (digest) => new Promise((resolve) => setTimeout(() => resolve(signatureOf(wallets.hot, digest)), 2 * LIMIT_MS)),
  },
}
/** Bytes that the product would send. */
const signedFor = async (operationId: string): Promise<Hex[]> =>
  (
    await sql<{ signed: Hex }>`SELECT signed FROM blockchain.attempt WHERE operation_id = ${operationId} AND signed IS NOT NULL`.execute(
      database.db,
    )
  ).rows.map(({ signed }) => signed)

it.each(Object.keys(WRONG))(
  'SEC-76 %s: nothing is there to send to the chain, and the next right answer signs the operation',
  async (name) => {
    const intents = testIntents(database, chain, books)
    const { operationId } = await intents.decide(await intents.burn(1_000n))
    Object.assign(answers, WRONG[name])
    const began = Date.now()
    // The second one waits no longer than the first.
    for (let times = 0; times < 2; times++) await signer.sign(operationId).catch(() => undefined)
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(await signedFor(operationId)).toEqual([])
    Object.assign(answers, right)
    release()
    // A late answer still occupies the token for a moment.
    const signAgain = async () => {
      await signer.sign(operationId).catch(() => undefined)
      return (await signedFor(operationId)).length
    }
    await expect.poll(signAgain, { timeout: 10_000 }).toBe(1)
    const [signed, ...others] = await signedFor(operationId)
    expect([signed && (await recoverTransactionAddress({ serializedTransaction: signed as `0x02${string}` })), others]).toEqual([
      wallets.hot.address,
      [],
    ])
  },
)

it.each<[string, Buffer | undefined]>([
  ['empty', Buffer.alloc(0)],
  ['undefined', undefined],
  ['compressed', Buffer.alloc(33, 2)],
  ['off the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])],
])('SEC-76 a public key that is %s opens no key', async (_name, value) => {
  const folder = temporaryFolder('pkcs11-point')
  mkdirSync(join(folder, 'node_modules/pkcs11js'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/pkcs11js/index.js'), LIBRARY)
  writeFileSync(join(folder, 'pin'), '1234')
  createRequire(join(folder, 'package.json'))('pkcs11js').answers.point = () => [{ value }]
  const token = openPkcs11Token({ module: 'a', token: 'tunjo', pinFile: join(folder, 'pin'), libraries: folder }, LIMIT_MS)
  const address = await Promise.resolve()
    .then(() => token('hot').address as Hex)
    .catch(() => null)
  expect(address === null || address.toLowerCase() !== wallets.hot.address.toLowerCase()).toBe(true)
})
