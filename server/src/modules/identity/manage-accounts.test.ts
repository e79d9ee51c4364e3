import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../platform/database.ts'
import { People } from './credentials/people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())

describe('a person as a transaction sees them', () => {
  it('R38 stays as they are until it ends: a closing of this moment waits', async () => {
    const { accountId } = await people.newPerson()
    const order: string[] = []
    const { closing } = await inTransaction(people.database.db, async (tx) => {
      expect(await people.here.identity.person(accountId, tx)).toMatchObject({ state: ACCOUNT_STATE.verified })
      const closing = inTransaction(people.database.db, (other) => people.there.identity.setState(other, accountId, ACCOUNT_STATE.closed))
      const told = closing.then(() => order.push('closed'))
      await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 300))])
      order.push('money booked')
      return { closing: told }
    })
    await closing
    expect(order).toEqual(['money booked', 'closed'])
    const state = await inTransaction(people.database.db, (tx) => people.here.identity.person(accountId, tx))
    expect(state).toMatchObject({ state: ACCOUNT_STATE.closed })
  })

  it('is read without waiting outside one', async () => {
    const { accountId } = await people.newPerson()
    await inTransaction(people.database.db, async (tx) => {
      await people.there.identity.setState(tx, accountId, ACCOUNT_STATE.suspended)
      expect(await people.here.identity.person(accountId, people.database.db)).toMatchObject({ state: ACCOUNT_STATE.verified })
    })
  })
})
