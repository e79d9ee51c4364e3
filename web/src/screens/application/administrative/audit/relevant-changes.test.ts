import { expect, it } from 'vitest'
import { relevantChanges } from './relevant-changes.ts'

const set = (field: string, after: string | null) => ({ field, before: null, after })

it('ADM-14 a search shows only the filters that were set, a decision every field', () => {
  expect(relevantChanges([set('filter.state', '-1'), set('filter.userId', ''), set('filter.asset', '2')])).toEqual([set('asset', '2')])
  expect(relevantChanges([set('state', '-1'), set('note', ''), set('allow', null)])).toEqual([
    set('state', '-1'),
    set('note', ''),
    set('allow', null),
  ])
})
