import { expect, it } from 'vitest'
import { readTable } from '../../../../../../ui/server-table/table-address.ts'
import { SHAPE, workAsked } from './work-search.ts'

it('reads the filters of the address, and ignores unknown ones', () => {
  expect(workAsked(readTable({}, SHAPE))).toEqual({ pageIndex: 0 })
  expect(workAsked(readTable({ queue: 'lists', whose: 'mine', severity: 'high', due: 'overdue', page: 3 }, SHAPE))).toEqual({
    queue: 'lists',
    whose: 'mine',
    severity: 'high',
    due: 'overdue',
    pageIndex: 2,
  })
  expect(workAsked(readTable({ queue: 'ros', whose: 'theirs', severity: 'grave', due: 'later', page: -1 }, SHAPE))).toEqual({
    pageIndex: 0,
  })
})
