import { sentenceOf } from '@tunjo/contract/sentences'
import { expect, it, onTestFinished } from 'vitest'
import { phrases, startPhrases } from './index.ts'

const HOUR = '20 nov 2026, 6:25\u00a0a. m.'

it('D13 a sentence that ends with an hour has one full stop', async () => {
  await startPhrases()
  // The texts are those of the other test files in this process.
  const text = phrases.getResource('es', 'ui', 'alert.slow')
  onTestFinished(() => void phrases.addResource('es', 'ui', 'alert.slow', text))
  phrases.addResource('es', 'ui', 'alert.slow', 'Sale desde el {{date}}. Antes la cancelas...')
  expect(phrases.t('ui:alert.slow', { date: HOUR })).toBe(`Sale desde el ${HOUR} Antes la cancelas...`)
  expect(sentenceOf('crypto.address_on_hold', { until: HOUR })).toMatch(/6:25\sa\. m\.$/)
})
