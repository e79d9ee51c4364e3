import { sql } from 'kysely'
import { type Address, getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refusal } from '../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { savedAddressText } from '../blockchain/index.ts'
import { SECRETS } from '../blockchain/testing.ts'
import { isSimilarAddress } from './saved-addresses/check-destination.ts'
import { createTestCrypto, type TestCrypto } from './testing.ts'

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  test = createTestCrypto(database.connection, chain.env)
  customer = newId()
})
afterEach(async () => {
  await test.stop()
  await database.drop()
})

interface Saved {
  id: string
  alias: string
  address: Address
  heldUntil: string | null
}
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const save = (address: string, alias = 'Mi billetera', more: object = {}, owner = customer) =>
  test.call<Saved>('saveAddress', owner, { params: { userId: owner }, body: { address, alias, acceptsLookalike: false, ...more } })
const list = (owner = customer) => test.call<Saved[]>('whitelist', owner, { params: { userId: owner } })
const remove = (id: string, owner = customer) => test.call('deleteAddress', owner, { params: { userId: owner, id } })
const code = (of: Promise<unknown>) =>
  of.then(
    () => 'saved',
    (error) => error.refusal?.code ?? String(error),
  )
const numbered = (index: number) =>
  `0x${(index + 1).toString(16).padStart(3, '0')}${'7'.repeat(34)}${(index + 1).toString(16).padStart(3, '0')}`

describe('MON-07 saved addresses', () => {
  it('are stored with their checksum, for their owner, with the names of the specification', async () => {
    const saved = await save(WALLET.toLowerCase())
    expect(saved).toMatchObject({ address: WALLET, alias: 'Mi billetera', user_id: customer, network: 1, heldUntil: null })
    expect(await list()).toEqual([saved])
    expect(await list(newId())).toEqual([])
  })

  it('SEC-47 a wrong checksum is refused; an address in one case has none and gets it', async () => {
    const wrong = WALLET.replace(/[a-f]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    const mixed = `0x${'a'.repeat(20)}${'B'.repeat(20)}`
    expect(await code(save(mixed))).toBe('crypto.address_checksum')
    if (/[a-f]/.test(wrong.slice(2)) && /[A-F]/.test(wrong.slice(2))) expect(await code(save(wrong))).toBe('crypto.address_checksum')
    for (const text of ['', '0x', '0x123', `${WALLET}0`, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', `0x${'g'.repeat(40)}`])
      expect(await code(save(text)), text).toBe('crypto.address_invalid')
    expect((await save(`0x${WALLET.slice(2).toUpperCase()}`)).address).toBe(WALLET)
  })

  it('SEC-47 each kind of unusable destination has its own code', async () => {
    const { deployment } = chain
    const own = (await test.address(customer)).address
    const refused: [string, string][] = [
      [`0x${'0'.repeat(40)}`, 'crypto.address_unusable'],
      [`0x${'0'.repeat(39)}9`, 'crypto.address_unusable'],
      ['0x000000000000000000000000000000000000dEaD', 'crypto.address_unusable'],
      [deployment.tokens.USDT, 'crypto.address_token'],
      [deployment.tokens.WETH, 'crypto.address_token'],
      [deployment.swapRouter, 'crypto.address_contract'],
      [deployment.forwarderFactory, 'crypto.address_contract'],
      [deployment.pools[0]?.address ?? '', 'crypto.address_contract'],
      [deployment.hotWallet, 'crypto.address_house'],
      [deployment.treasury, 'crypto.address_house'],
      [own, 'crypto.address_own_deposit'],
    ]
    for (const [address, expected] of refused) expect([address, await code(save(address))]).toEqual([address, expected])
    // Another customer's deposit address is allowed: the tokens then move internally.
    expect(await code(save((await test.address(newId())).address))).toBe('saved')
  })

  it('an address on a sanctions list is refused without the reason', async () => {
    test.sanctioned.add(WALLET.toLowerCase())
    expect(await code(save(WALLET))).toBe('limits.in_review')
    expect(await list()).toEqual([])
  })

  it('a similar address is saved only after a warning', async () => {
    const one = `0xabcd${'1'.repeat(32)}ef01`
    const other = `0xabcd${'2'.repeat(32)}ef01`
    expect([isSimilarAddress(one, other), isSimilarAddress(one, one), isSimilarAddress(one, numbered(1))]).toEqual([true, false, false])
    await save(one, 'Ledger')
    await expect(save(other, 'Otra')).rejects.toMatchObject({ refusal: { code: 'crypto.address_lookalike', params: { alias: 'Ledger' } } })
    expect(await code(save(other, 'Otra', { acceptsLookalike: true }))).toBe('saved')
  })

  it('the same address or alias is saved once, also by twenty concurrent calls', async () => {
    const at = await Promise.all(Array.from({ length: 20 }, (_, index) => code(save(WALLET, `Nombre ${index}`))))
    expect(at.filter((outcome) => outcome === 'saved')).toHaveLength(1)
    expect(new Set(at)).toEqual(new Set(['saved', 'crypto.address_saved']))
    const [first] = await list()
    expect(await code(save(numbered(1), `  ${first?.alias.toUpperCase()} `.trim()))).toBe('crypto.address_alias_taken')
  })

  it('no more than twenty, also for thirty concurrent calls; a removed one frees its slot', async () => {
    const at = await Promise.all(Array.from({ length: 30 }, (_, index) => code(save(numbered(index), `A${index}`))))
    expect(at.filter((outcome) => outcome === 'saved')).toHaveLength(20)
    expect(new Set(at)).toEqual(new Set(['saved', 'crypto.address_limit']))
    const [first] = await list()
    await remove(first?.id ?? '')
    expect(await code(save(numbered(99), 'Otra'))).toBe('saved')
  })

  it('an account that may not move money saves none; a customer cannot remove another one’s', async () => {
    const saved = await save(WALLET)
    expect(await code(remove(saved.id, newId()))).toBe('crypto.address_not_found')
    expect(await code(remove('x'))).toBe('crypto.address_not_found')
    await remove(saved.id)
    expect(await code(remove(saved.id))).toBe('crypto.address_not_found')
    test.limits.refusal = refusal('limits.not_verified')
    expect(await code(save(WALLET))).toBe('limits.not_verified')
  })

  it('SEC-47 R9 a new one is on hold for a day, and its owner is notified immediately', async () => {
    const strict = createTestCrypto(database.connection, chain.env, { CRYPTO_ADDRESS_HOLD_HOURS: '24' })
    const before = Date.now()
    const saved = await strict.call<Saved>('saveAddress', customer, {
      params: { userId: customer },
      body: { address: WALLET, alias: 'Ledger', acceptsLookalike: false },
    })
    expect(Date.parse(saved.heldUntil ?? '') - before).toBeGreaterThanOrEqual(24 * 3_600_000)
    const events = await sql<{ payload: object }>`SELECT payload FROM platform.event WHERE type = 'crypto.address_changed'`.execute(
      database.db,
    )
    const address = `Ledger (${WALLET.slice(0, 6)}…${WALLET.slice(-4)})`
    expect(events.rows).toEqual([
      { payload: { accountId: customer, addressId: saved.id, change: 'added', address, heldUntil: saved.heldUntil } },
    ])
    await strict.stop()
  })

  it('are sealed: a row that another role wrote is detected', async () => {
    const { id } = await save(WALLET)
    const seals = evidenceSeals(SECRETS)
    const found = await sql<{ id: string; accountId: string; address: string; createdAt: Date; seal: string }>`SELECT id,
      account_id AS "accountId", address, created_at AS "createdAt", seal FROM crypto.saved_address WHERE id = ${id}`.execute(database.db)
    const [row] = found.rows
    if (!row) throw new Error('it was saved')
    expect(seals.isSealOf(savedAddressText(row), row.seal)).toBe(true)
    expect(seals.isSealOf(savedAddressText({ ...row, address: numbered(1) }), row.seal)).toBe(false)
    expect(seals.isSealOf(savedAddressText({ ...row, createdAt: new Date(0) }), row.seal)).toBe(false)
    expect(seals.isSealOf(savedAddressText(row), 'ff')).toBe(false)
  })
})
