import { FREEZE_PATH } from '@tunjo/contract/credentials'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Events } from '../../../../events.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { People } from '../credentials/people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())

type Notified = 'payments.withdrawal_requested' | 'payments.account_changed' | 'crypto.withdrawal_requested' | 'crypto.address_changed'
const emit = <T extends Notified>(type: T, payload: Events[T]) =>
  inTransaction(people.database.db, (tx) => people.here.platform.outbox.emit(tx, type, payload))

describe('security notices of payments', () => {
  it('R9 a withdrawal is notified with amount, account and the link that freezes', async () => {
    const { email, accountId } = await people.newPerson()
    const event = { accountId, withdrawalId: newId(), amount: '5000000', account: 'Nómina (••4321)' }
    await emit('payments.withdrawal_requested', event)
    await emit('payments.withdrawal_requested', event)
    const mails = await people.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Recibimos tu solicitud de retiro · Tunjo'])
    expect(mails[0]?.text).toContain('Nómina (••4321)')
    expect(mails[0]?.text).toMatch(/\$\s50\.000/)
    expect((await people.post('/api/freeze', { token: await people.tokenTo(email, FREEZE_PATH) })).status).toBe(200)
    expect(await people.eventsOf(accountId)).toContain('identity.account_frozen')
  })

  it.each([
    ['added', '2026-11-21T06:30:00.000Z', 'Agregaste una cuenta bancaria · Tunjo'],
    ['edited', '2026-11-21T06:30:00.000Z', 'Cambiaste una cuenta bancaria · Tunjo'],
    ['deleted', null, 'Eliminaste una cuenta bancaria · Tunjo'],
  ] as const)('R9 a bank account that was %s is notified', async (change, heldUntil, subject) => {
    const { email, accountId } = await people.newPerson()
    await emit('payments.account_changed', { accountId, bankAccountId: newId(), change, account: 'Nómina (••4321)', heldUntil })
    const [mail] = await people.mailsTo(email)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toContain(FREEZE_PATH)
    if (heldUntil) expect(mail?.text).toContain('21 de noviembre de 2026, 1:30 a. m.')
  })

  it('MON-07 a token withdrawal and a saved address are notified with the link that freezes, once each', async () => {
    const { email, accountId } = await people.newPerson()
    const address = 'Ledger (0x12ab…90ef)'
    const asked = { accountId, withdrawalId: newId(), asset: 'USDT', amount: '25500000', address } as const
    await emit('crypto.withdrawal_requested', asked)
    await emit('crypto.withdrawal_requested', asked)
    const [mail, ...others] = await people.mailsTo(email)
    expect([mail?.subject, others]).toEqual(['Recibimos tu solicitud de retiro · Tunjo', []])
    expect(mail?.text).toMatch(/25,5\sUSDT/)
    expect(mail?.text).toContain(address)
    expect(mail?.text).toContain(FREEZE_PATH)
    const other = await people.newPerson()
    const heldUntil = '2026-11-21T06:30:00.000Z'
    await emit('crypto.address_changed', { accountId: other.accountId, addressId: newId(), change: 'added', address, heldUntil })
    await emit('crypto.address_changed', { accountId: other.accountId, addressId: newId(), change: 'added', address, heldUntil: null })
    await emit('crypto.address_changed', { accountId: other.accountId, addressId: newId(), change: 'deleted', address, heldUntil: null })
    const texts = (await people.mailsTo(other.email)).map(({ text }) => text)
    expect(texts).toHaveLength(3)
    expect(texts.filter((text) => text.includes('21 de noviembre de 2026, 1:30 a. m.'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('Ya se puede retirar a ella'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('ya no se puede retirar a ella'))).toHaveLength(1)
  })

  it('an unknown account causes no notice', async () => {
    await emit('payments.account_changed', { accountId: newId(), bankAccountId: newId(), change: 'deleted', account: 'x', heldUntil: null })
    await people.here.platform.jobs.drain()
    const failed = await sql`SELECT 1 FROM platform.job WHERE last_error IS NOT NULL`.execute(people.database.db)
    expect(failed.rows).toEqual([])
  })
})
