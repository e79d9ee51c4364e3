/** Notifies the person of a step, by the bell and by mail: the number and the day, never the text. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { DataRequestStep } from '@tunjo/contract/data-request-steps'
import type { Transaction } from '../../../platform/database/database.ts'
import { formatDay } from '../../../platform/time/format-date.ts'
import type { PrivacyContext, RequestRow } from './types.ts'

/** The last day of a term, whose end is the midnight after it. */
const lastDay = (end: Date): string => formatDay(bogotaDay(new Date(end.getTime() - 1)))

export async function notifyPerson(
  { identity, notifications }: Pick<PrivacyContext, 'identity' | 'notifications'>,
  tx: Transaction,
  { id, number, accountId }: Pick<RequestRow, 'id' | 'number' | 'accountId'>,
  { step, by = null, version }: { step: DataRequestStep; by?: Date | null; version: number },
): Promise<void> {
  const person = await identity.person(accountId, tx)
  if (!person) return
  await notifications.notify(tx, {
    accountId,
    kind: 'privacy.request_moved',
    values: { number, step, day: by === null ? '' : lastDay(by) },
    once: `data request ${id} ${version}`,
    mailTo: person.email,
    url: `/application/configuration?seccion=datos&solicitud=${id}`,
  })
}
