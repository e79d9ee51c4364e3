import { expect, it } from 'vitest'
import { natureState } from './nature-state.ts'

const officers = (outcome: 'verified' | 'declined' | null) => ({ isOfCustomer: false, outcome })
const sent = (state: 'Pendiente' | 'Aceptado' | 'Declinado') => ({ form: 'natural-3' as const, state })

it.each([
  ['nothing sent and nothing reviewed', [], [], 'No entregado'],
  ['an open review of an officer', [], [officers(null)], 'Pendiente'],
  ['a verified review of an officer', [], [officers('verified')], 'Aceptado'],
  ['a newer verified review after a declined one', [], [officers('verified'), officers('declined')], 'Aceptado'],
  ['an open review beside accepted documents', [sent('Aceptado')], [officers(null)], 'Pendiente'],
  ['a declined document beside a verified review', [sent('Declinado')], [officers('verified')], 'Declinado'],
  ['documents of another form', [{ form: 'natural-1' as const, state: 'Pendiente' as const }], [], 'No entregado'],
  [
    'the customer’s row of the reviews, which has the state of its documents',
    [sent('Aceptado')],
    [{ isOfCustomer: true, outcome: null }],
    'Aceptado',
  ],
] as const)('ADM-06 ADM-12 %s', (_name, items, rows, state) => {
  expect(natureState(items, rows)).toBe(state)
})
