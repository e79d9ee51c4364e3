import { FREEZE_PATH } from '@tunjo/contract/credentials'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Events } from '../../../events.ts'
import { inTransaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { People } from '../credentials/people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())

type Told = 'payments.withdrawal_requested' | 'payments.account_changed'
const emit = <T extends Told>(type: T, payload: Events[T]) =>
  inTransaction(people.database.db, (tx) => people.here.platform.outbox.emit(tx, type, payload))

describe('what happens to money', () => {
  it('R9 a withdrawal is told with amount, account and the link that freezes', async () => {
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
  ] as const)('R9 a bank account that was %s is told', async (change, heldUntil, subject) => {
    const { email, accountId } = await people.newPerson()
    await emit('payments.account_changed', { accountId, bankAccountId: newId(), change, account: 'Nómina (••4321)', heldUntil })
    const [mail] = await people.mailsTo(email)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toContain(FREEZE_PATH)
    if (heldUntil) expect(mail?.text).toContain('21 de noviembre de 2026, 1:30 a. m.')
  })

  it('nobody is told of an account that is not', async () => {
    await emit('payments.account_changed', { accountId: newId(), bankAccountId: newId(), change: 'deleted', account: 'x', heldUntil: null })
    await people.here.platform.jobs.drain()
    const failed = await sql`SELECT 1 FROM platform.job WHERE last_error IS NOT NULL`.execute(people.database.db)
    expect(failed.rows).toEqual([])
  })
})
