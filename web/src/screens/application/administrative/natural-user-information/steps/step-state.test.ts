import type { MoreInformation } from '@tunjo/contract/compliance-person'
import type { PersonReview } from '@tunjo/contract/compliance-review'
import { expect, it } from 'vitest'
import { ageOf, stepState } from './step-state.ts'

type Item = PersonReview['items'][number]
const BASE = '/application/administrative/naturalUserInformation/7'
const at = (hour: number) => new Date(Date.UTC(2026, 9, 5, hour)).toISOString()
const item = (more: Partial<Item>): Item => ({
  id: 'i',
  form: 'natural-1',
  slot: 'frontal',
  name: '',
  kind: 'image',
  fileUrl: null,
  quality: null,
  state: 'Pendiente',
  description: null,
  sentAt: at(10),
  ...more,
})
const settled = { result: 'No', state: 'Aceptado' } as const
const results = (more: Partial<MoreInformation> = {}): MoreInformation => ({
  ID: settled,
  Direction: settled,
  PEPS: settled,
  Antecedentes: settled,
  Lists: settled,
  Novelty: settled,
  ...more,
})
const step = (kind: Parameters<typeof stepState>[1], items: readonly Item[], more: Partial<MoreInformation> = {}, openHits = 0) =>
  stepState('7', kind, { items: [...items], results: results(more), openHits })

it('ADM-05 pending items have the age of the oldest, and link to its review', () => {
  const items = [item({ sentAt: at(12) }), item({ sentAt: at(9), slot: 'selfie' }), item({ sentAt: at(1), state: 'Aceptado' })]
  expect(step('identification', items)).toEqual({ state: 'Pendiente', since: at(9), next: 'review', to: `${BASE}/doc/id` })
  expect(step('nature', [item({ form: 'legal-2' })])).toMatchObject({ next: 'review', to: `${BASE}/doc/nature` })
})

it('ADM-05 decided items have the age of the last submission', () => {
  const accepted = [item({ state: 'Aceptado' }), item({ state: 'Aceptado', sentAt: at(11) })]
  expect(step('identification', accepted)).toEqual({ state: 'Aceptado', since: at(11), next: 'nothing', to: null })
  expect(step('identification', [...accepted, item({ state: 'Declinado' })])).toMatchObject({ state: 'Declinado', next: 'wait_person' })
  expect(step('nature', accepted)).toEqual({ state: 'No entregado', since: null, next: 'wait_person', to: null })
})

it('ADM-05 the financial profile depends on the fields only; for a company on its first form', () => {
  const proof = item({ form: 'natural-2', slot: 'proofResidence', kind: 'pdf' })
  const fields = item({ form: 'natural-2', slot: 'fields', kind: 'fields', state: 'Aceptado' })
  expect(step('address', [proof, fields]).state).toBe('Pendiente')
  expect(step('financial', [proof, fields]).state).toBe('Aceptado')
  const company = item({ form: 'legal-1', slot: 'fields', kind: 'fields' })
  expect(step('address', [company])).toMatchObject({ next: 'review', to: `${BASE}/doc/id` })
})

it('ADM-05 a hit waits for an officer, a check for its result; a missing item is requested', () => {
  const waits = { result: null, state: 'Pendiente' } as const
  expect(step('screening', [], { Lists: waits }, 2)).toMatchObject({ state: 'Pendiente', next: 'decide_hits', to: `${BASE}/coincidencias` })
  expect(step('screening', [], { Lists: waits })).toMatchObject({ state: 'Pendiente', next: 'wait_result', to: null })
  expect(step('screening', [], { Antecedentes: { result: null, state: 'No entregado' } })).toMatchObject({ next: 'ask_check' })
  expect(step('screening', [])).toMatchObject({ state: 'Aceptado', next: 'nothing' })
  expect(step('survey', []).state).toBeNull()
})

it('an age is shown in minutes, hours, then days', () => {
  const age = (ms: number) => ageOf(at(0), new Date(Date.parse(at(0)) + ms))
  expect(age(-5_000)).toEqual({ value: 0, unit: 'minute' })
  expect(age(59 * 60_000)).toEqual({ value: 59, unit: 'minute' })
  expect(age(3 * 3_600_000 + 1)).toEqual({ value: 3, unit: 'hour' })
  expect(age(47 * 3_600_000)).toEqual({ value: 47, unit: 'hour' })
  expect(age(49 * 3_600_000)).toEqual({ value: 2, unit: 'day' })
})
