/** Store the mail with its job, in the caller's transaction. */
import { newId } from '../../../platform/database/ids.ts'
import type { Platform } from '../../../platform/module.ts'
import { SEND_MAIL_JOB } from './jobs.ts'
import { insertMail } from './store.ts'
import type { Notifications } from './types.ts'

/** One address and nothing else: a line break or a list would reach other people (R31). */
const ONE_ADDRESS = /^[^\s,;<>"\p{Cc}]+@[^\s,;<>"\p{Cc}]+$/u

export function createSendMail({ jobs, clock }: Platform): Notifications['sendMail'] {
  return async (tx, mail) => {
    if (!ONE_ADDRESS.test(mail.to)) throw new Error('sendMail needs exactly one address')
    const id = newId()
    await insertMail(tx, id, mail, clock.now())
    await jobs.enqueue(tx, { name: SEND_MAIL_JOB, key: id, payload: { id } })
  }
}
