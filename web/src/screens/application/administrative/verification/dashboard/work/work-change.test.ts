import { expect, it } from 'vitest'
import { changeOf } from './work-change.ts'

const held = (isMine: boolean) => ({ officerId: '0191d0a0-0000-7000-8000-000000000001', officer: 'ana@tunjo.example', isMine })

it('offers to take an unassigned item, unless the officer proposed it', () => {
  expect(changeOf({ queue: 'alerts', assignee: null, proposed: null }, false)).toBe('take')
  expect(changeOf({ queue: 'lists', assignee: null, proposed: 'other' }, false)).toBe('take')
  expect(changeOf({ queue: 'lists', assignee: null, proposed: 'mine' }, true)).toBeNull()
})

it('offers to release one’s own item, and to a lead the items of others', () => {
  expect(changeOf({ queue: 'alerts', assignee: held(true), proposed: null }, false)).toBe('release')
  expect(changeOf({ queue: 'alerts', assignee: held(false), proposed: null }, false)).toBeNull()
  expect(changeOf({ queue: 'alerts', assignee: held(false), proposed: null }, true)).toBe('release')
  expect(changeOf({ queue: 'data_requests', assignee: held(true), proposed: null }, true)).toBeNull()
})
