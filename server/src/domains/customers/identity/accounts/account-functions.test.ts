import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail, TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { waitingForLocks } from '../../../../../../dev/testing/waiting-for-locks.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { People } from '../credentials/people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())

describe('a person, read in a transaction', () => {
  it('R38 stays unchanged until it ends: a concurrent closing waits', async () => {
    const { accountId } = await people.newPerson()
    const order: string[] = []
    const { closing } = await inTransaction(people.database.db, async (tx) => {
      expect(await people.here.identity.person(accountId, tx)).toMatchObject({ state: ACCOUNT_STATE.verified })
      const closing = inTransaction(people.database.db, (other) =>
        people.there.identity.setState(other, { accountId, state: ACCOUNT_STATE.closed, actor: TEST_ACTOR }),
      )
      const closed = closing.then(() => order.push('closed'))
      await expect.poll(() => waitingForLocks(people.database.db)).toBe(1)
      order.push('money booked')
      return { closing: closed }
    })
    await closing
    expect(order).toEqual(['money booked', 'closed'])
    const state = await inTransaction(people.database.db, (tx) => people.here.identity.person(accountId, tx))
    expect(state).toMatchObject({ state: ACCOUNT_STATE.closed })
  })

  it('is read without waiting outside one', async () => {
    const { accountId } = await people.newPerson()
    await inTransaction(people.database.db, async (tx) => {
      await people.there.identity.setState(tx, { accountId, state: ACCOUNT_STATE.suspended, actor: TEST_ACTOR })
      expect(await people.here.identity.person(accountId, people.database.db)).toMatchObject({ state: ACCOUNT_STATE.verified })
    })
  })
})

describe('the audit trail', () => {
  it('ADM-14 records whose state and role changed, from and to which value, and no unchanged value', async () => {
    const { accountId } = await people.newPerson()
    const { verified, unverified, suspended } = ACCOUNT_STATE
    await inTransaction(people.database.db, async (tx) => {
      await people.here.identity.setState(tx, { accountId, state: unverified, onlyFrom: suspended, actor: TEST_ACTOR })
      await people.here.identity.setState(tx, { accountId, state: verified, actor: TEST_ACTOR })
      await people.here.identity.setState(tx, { accountId, state: suspended, onlyFrom: verified, actor: TEST_ACTOR })
      await people.here.identity.setAuthorities(tx, accountId, ['ROLE_ADMIN'], TEST_ACTOR)
    })
    expect(await auditTrail(people.database.db, { objectId: accountId })).toMatchObject([
      { actor: TEST_ACTOR, action: 'identity.state_changed', before: verified, after: suspended },
      { actor: TEST_ACTOR, action: 'identity.role_changed', before: ['ROLE_USER'], after: ['ROLE_ADMIN'] },
    ])
  })

  it('ADM-14 records no change that was rolled back', async () => {
    const { accountId } = await people.newPerson()
    const rolledBack = inTransaction(people.database.db, async (tx) => {
      await people.here.identity.setState(tx, { accountId, state: ACCOUNT_STATE.suspended, actor: TEST_ACTOR })
      await people.here.identity.setAuthorities(tx, accountId, ['ROLE_ADMIN'], TEST_ACTOR)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await auditTrail(people.database.db, { objectId: accountId })).toEqual([])
  })
})
