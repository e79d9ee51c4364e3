/** The state machine of forms on the real database, and the history of a form (KYC-15, KYC-17). */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../dev/testing/state-machine.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { historyOf, move, officer } from '../../../../platform/state-machine/index.ts'
import { findForm, findItem, type ItemRow, lockItemsOf } from './form-store.ts'
import { decideItems, ITEM, moveForm, reopenForm, sendItems } from './move-form.ts'
import { RENEWAL_AGGREGATE, renewalsOf } from './renewal-store.ts'
import { FORM_STATES, ITEM_STATES, RENEWAL_STATES } from './states.ts'

const FORM = 'natural-1'

const file = platformOfFile()

const insertForm = (accountId: string, state: string) =>
  sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at)
    VALUES (${accountId}, ${FORM}, ${state}, '{}', 0, now())`.execute(file.database.db)

const insertItem = (accountId: string, state: string, connection: Connection = file.database.db) => {
  const id = newId()
  return sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at)
    VALUES (${id}, ${accountId}, ${FORM}, 'fields', '{}', ${state}, now())`
    .execute(connection)
    .then(() => id)
}

testStateMachine(FORM_STATES, () => ({
  db: file.database.db,
  isAnnounced: true,
  async place(state) {
    const accountId = newId()
    await insertForm(accountId, state)
    return `${accountId}:${FORM}`
  },
  async stateOf(subject) {
    return (await findForm(file.database.db, subject.split(':')[0] ?? '', FORM))?.state ?? 'draft'
  },
  move: (tx, subject, change) => moveForm(file.platform, tx, { accountId: subject.split(':')[0] ?? '', form: FORM }, change),
}))

const owners = new Map<string, string>()
const itemOf = async (id: string): Promise<ItemRow> => {
  const item = await findItem(file.database.db, owners.get(id) ?? '', id)
  if (!item) throw new Error('no item')
  return item
}

testStateMachine(ITEM_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const accountId = newId()
    await insertForm(accountId, 'draft')
    const id = await insertItem(accountId, state)
    owners.set(id, accountId)
    return id
  },
  stateOf: async (id) => (await itemOf(id)).state,
  async move(tx, id, change) {
    await sql`SELECT 1 FROM kyc.item WHERE id = ${id} FOR UPDATE`.execute(tx)
    const item = await findItem(tx, owners.get(id) ?? '', id)
    if (!item) throw new Error('no item')
    return move(tx, ITEM, item, change)
  },
}))

const renewed = new Map<string, string>()
const renewalOf = async (connection: Connection, id: string) =>
  (await renewalsOf(connection, renewed.get(id) ?? '')).find((one) => one.id === id)

testStateMachine(RENEWAL_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const [id, accountId] = [newId(), newId()]
    renewed.set(id, accountId)
    await sql`INSERT INTO kyc.renewal (id, account_id, subject, state, why, requested_at, due_at, closed_at)
      VALUES (${id}, ${accountId}, ${FORM}, ${state}, 'aged', now(), now(), ${state === 'open' ? null : new Date()})`.execute(
      file.database.db,
    )
    return id
  },
  stateOf: async (id) => (await renewalOf(file.database.db, id))?.state ?? 'open',
  async move(tx, id, change) {
    await sql`SELECT 1 FROM kyc.renewal WHERE id = ${id} FOR UPDATE`.execute(tx)
    const renewal = await renewalOf(tx, id)
    if (!renewal) throw new Error('no renewal')
    return move(tx, RENEWAL_AGGREGATE, renewal, { ...change, set: { closed_at: new Date() } })
  },
}))

it('KYC-17 the history shows the life of an item: sent, declined with the reason, replaced when it is sent again', async () => {
  const accountId = newId()
  await insertForm(accountId, 'draft')
  const [at, customer, reviewer] = [new Date(), { kind: 'customer', id: accountId } as const, officer(newId())]
  const id = await insertItem(accountId, 'staged')
  await file.database.db.transaction().execute(async (tx) => {
    await sendItems(tx, { accountId, form: FORM, isAllAgain: false }, { at, actor: customer })
    await moveForm(file.platform, tx, { accountId, form: FORM }, { to: 'sent', at, actor: customer })
    await decideItems(tx, await lockItemsOf(tx, accountId, FORM), { to: 'declined', at, actor: reviewer, description: 'Está borrosa' })
    await moveForm(file.platform, tx, { accountId, form: FORM }, { to: 'declined', at, actor: reviewer })
    await expect(sendItems(tx, { accountId, form: FORM, isAllAgain: false }, { at, actor: customer })).rejects.toThrow('staged')
    await insertItem(accountId, 'staged', tx)
    await sendItems(tx, { accountId, form: FORM, isAllAgain: false }, { at, actor: customer })
    await reopenForm(file.platform, tx, { accountId, form: FORM }, { at, actor: reviewer })
  })
  const history = await historyOf(file.database.db, ITEM_STATES, id)
  expect(history.map(({ from, to, actorId, note }) => [from, to, actorId, note])).toEqual([
    ['staged', 'pending', accountId, null],
    ['pending', 'declined', reviewer.id, 'Está borrosa'],
    ['declined', 'replaced', accountId, null],
  ])
  const form = await historyOf(file.database.db, FORM_STATES, `${accountId}:${FORM}`)
  expect(form.map(({ to }) => to)).toEqual(['sent', 'declined', 'draft'])
})
