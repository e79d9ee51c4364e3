/** The state machine of contact tickets on the real database (PUB-02). */

import { sql } from 'kysely'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { testStateMachine } from '../../../../../../dev/testing/state-machine.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { moveTicket } from './move-ticket.ts'
import { TICKET_STATES } from './states.ts'
import { findTicket, insertTicket, lockTicket } from './store.ts'

let placed = 0
const file = platformOfFile()

testStateMachine(TICKET_STATES, () => ({
  db: file.database.db,
  isAnnounced: false,
  async place(state) {
    const number = `TJ-${++placed}`
    const text = { sender: 'ana@correo.example', subject: 'Asunto', message: 'Hola' }
    await insertTicket(file.database.db, { number, ...text, accountId: null, tokenHash: newId(), receivedAt: new Date() })
    await sql`UPDATE notifications.contact_ticket SET state = ${state} WHERE number = ${number}`.execute(file.database.db)
    return number
  },
  async stateOf(number) {
    return (await findTicket(file.database.db, number))?.state ?? 'received'
  },
  async move(tx, number, change) {
    const ticket = await lockTicket(tx, number)
    if (!ticket) throw new Error('no ticket')
    return moveTicket(tx, ticket, change)
  },
}))
