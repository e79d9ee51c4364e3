import { DATA_REQUEST_TEXT } from '@tunjo/contract/data-requests'
import { findTippingOffTerm } from '@tunjo/contract/tipping-off'
import { expect, it } from 'vitest'
import english from '../../i18n/en/data-requests.json' with { type: 'json' }
import spanish from '../../i18n/es/data-requests.json' with { type: 'json' }

it.each([spanish, english])('the prepared answer to an erasure may be sent as it is', ({ prepared: { erasure } }) => {
  expect(findTippingOffTerm(erasure)).toBeNull()
  expect(erasure.length).toBeLessThan(DATA_REQUEST_TEXT.maximum)
})
