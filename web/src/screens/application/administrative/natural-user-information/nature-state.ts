/** Combined state of 'Naturaleza de operaciones' (ADM-06): the customer's documents and the newest officer review. */
import type { NatureRow } from '@tunjo/contract/compliance-files'
import type { ReviewedItem } from '@tunjo/contract/compliance-review'
import { formsOf } from './person-views.ts'

type ReviewState = Exclude<ReviewedItem['state'], 'No entregado'>

/** Pending items count first, then declined ones. */
const STATES = ['Pendiente', 'Declinado', 'Aceptado'] as const satisfies readonly ReviewState[]
const OUTCOMES = { verified: 'Aceptado', declined: 'Declinado' } as const satisfies Record<string, ReviewState>

/** `rows` are newest first: a newer review replaces what an older one decided. */
export function natureState(items: readonly Pick<ReviewedItem, 'form' | 'state'>[], rows: readonly NatureState[]): NatureResult {
  const sent = items.filter(({ form }) => formsOf('nature').includes(form)).map(({ state }) => state)
  const newest = rows.find(({ isOfCustomer }) => !isOfCustomer)
  const reviewed = newest ? [newest.outcome === null ? 'Pendiente' : OUTCOMES[newest.outcome]] : []
  const all: readonly string[] = [...sent, ...reviewed]
  return STATES.find((one) => all.includes(one)) ?? 'No entregado'
}

type NatureState = Pick<NatureRow, 'isOfCustomer' | 'outcome'>
type NatureResult = (typeof STATES)[number] | 'No entregado'
