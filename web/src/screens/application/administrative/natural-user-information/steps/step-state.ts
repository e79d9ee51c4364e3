/** State of each card of 'Pasos a seguir': state, date, and next step. Pure. */
import type { DOCUMENT_STATES } from '@tunjo/contract/compliance'
import type { MoreInformation } from '@tunjo/contract/compliance-person'
import type { PersonReview } from '@tunjo/contract/compliance-review'
import { type DocumentView, documentPath, formsOf, tabPath } from '../person-views.ts'

export type StepKind = 'survey' | 'profile' | 'pep' | 'identification' | 'screening' | 'address' | 'financial' | 'nature'
type State = (typeof DOCUMENT_STATES)[number]
type Item = PersonReview['items'][number]

export interface StepState {
  /** Null: not reviewed separately. */
  readonly state: State | null
  /** Submission time: the oldest pending item, else the newest. */
  readonly since: string | null
  readonly next: 'review' | 'decide_hits' | 'wait_person' | 'wait_result' | 'ask_check' | 'nothing'
  readonly to: `/${string}` | null
}

/** Document view in which the items of a card are reviewed. */
const DOCUMENT: Readonly<Partial<Record<StepKind, DocumentView>>> = {
  identification: 'id',
  pep: 'pep',
  address: 'address',
  financial: 'address',
  nature: 'nature',
}

type Facts = Pick<PersonReview, 'items'> & {
  readonly results: MoreInformation
  /** Undecided hits that the officer may read. */
  readonly openHits: number
}

export function stepState(userId: string, kind: StepKind, { items, results, openHits }: Facts): StepState {
  if (kind === 'survey' || kind === 'profile') return { state: null, since: null, next: 'nothing', to: null }
  if (kind === 'screening') return screening(userId, results, openHits)
  const own = itemsOf(kind, items)
  const state = kind === 'pep' ? results.PEPS.state : stateOf(own)
  const since = sinceOf(own)
  const document = documentOf(kind, own)
  if (state === 'Pendiente' && document) return { state, since, next: 'review', to: documentPath(userId, document) }
  return { state, since, next: state === 'Aceptado' ? 'nothing' : 'wait_person', to: null }
}

/** A company states its address in its first form. */
function itemsOf(kind: StepKind, items: readonly Item[]): readonly Item[] {
  const fields = items.filter(({ kind: what }) => what === 'fields')
  if (kind === 'pep') return fields.filter(({ form }) => form === 'natural-1')
  const document = DOCUMENT[kind]
  const own = items.filter(({ form }) => document !== undefined && formsOf(document).includes(form))
  if (own.length > 0 || (kind !== 'address' && kind !== 'financial')) return kind === 'financial' ? own.filter(isFields) : own
  return fields.filter(({ form }) => form === 'legal-1')
}
const isFields = ({ kind }: Item): boolean => kind === 'fields'

const documentOf = (kind: StepKind, own: readonly Item[]): DocumentView | undefined =>
  own.some(({ form }) => form === 'legal-1') ? 'id' : DOCUMENT[kind]

/** Combined state of several items: pending counts first, then declined. */
function stateOf(items: readonly Item[]): State {
  const states: readonly State[] = ['Pendiente', 'Declinado', 'Aceptado']
  return states.find((one) => items.some(({ state }) => state === one)) ?? 'No entregado'
}

function sinceOf(items: readonly Item[]): string | null {
  const sent = (ofState: readonly Item[]) => ofState.flatMap(({ sentAt }) => sentAt ?? []).sort()
  const waiting = sent(items.filter(({ state }) => state === 'Pendiente'))
  return waiting[0] ?? sent(items).at(-1) ?? null
}

/** An undecided hit waits for an officer, even when the provider is pending; of both results the less final one counts. */
function screening(userId: string, { Antecedentes, Lists }: MoreInformation, openHits: number): StepState {
  const states = [Antecedentes.state, Lists.state]
  const step = { since: null, to: null } as const
  if (openHits > 0) return { state: 'Pendiente', since: null, next: 'decide_hits', to: tabPath(userId, 'coincidencias') }
  if (states.includes('Pendiente')) return { ...step, state: 'Pendiente', next: 'wait_result' }
  if (states.includes('No entregado')) return { ...step, state: 'No entregado', next: 'ask_check' }
  return { ...step, state: 'Aceptado', next: 'nothing' }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Up to this age hours are shown, then days. */
const HOURS_MAX = 48

export interface Age {
  readonly value: number
  readonly unit: 'minute' | 'hour' | 'day'
}
/** `hace 5 min`, `hace 3 h`, `hace 4 d`; never in the future, whatever the device's clock. */
export function ageOf(since: string, now: Date): Age {
  const ms = Math.max(0, now.getTime() - Date.parse(since))
  if (ms < HOUR_MS) return { value: Math.floor(ms / MINUTE_MS), unit: 'minute' }
  const hours = Math.floor(ms / HOUR_MS)
  return hours < HOURS_MAX ? { value: hours, unit: 'hour' } : { value: Math.floor(hours / 24), unit: 'day' }
}
