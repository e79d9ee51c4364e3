import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { workName } from './work-name.ts'

const t = ((key: string, values?: { name: string }) => [key, values?.name].filter(Boolean).join(' ')) as TFunction<'workload'>

it('ADM-13 an alert is named by its kind and type, other work by its queue', () => {
  expect(workName(t, { kind: 'alert', alertKind: 16, alertType: null })).toBe('mine.alertOf Volumen excedidos')
  expect(workName(t, { kind: 'alert', alertKind: 7, alertType: 'Selfie inconsistente' })).toBe(
    'mine.alertOf Irregularidades · Selfie inconsistente',
  )
  expect(workName(t, { kind: 'hit', alertKind: null, alertType: null })).toBe('mine.kinds.hit')
})
