import { expect, it } from 'vitest'
import { PDF } from './file-check.ts'
import { type FileListAction, fileListReducer, NO_FILES } from './file-list.ts'

const RULES = { kinds: [PDF], bytesMax: 10, filesMax: 2 }
const file = (name: string, bytes = 5) => new File(['x'.repeat(bytes)], name)
const add = (...names: string[]): FileListAction => ({
  type: 'add',
  rules: RULES,
  files: names.map((name) => ({ id: name, file: file(name), problem: name.endsWith('.pdf') ? null : 'type' })),
})
const after = (...actions: FileListAction[]) => actions.reduce(fileListReducer, NO_FILES)
const states = (state: ReturnType<typeof after>) => state.files.map(({ id, state: at, percent }) => `${id} ${at} ${percent}`)

it('uploads good files and reports why others are refused', () => {
  const state = after(add('a.pdf', 'b.txt'))
  expect(states(state)).toEqual(['a.pdf sending 0', 'b.txt refused 0'])
  expect(state.files[1]?.problem).toBe('type')
})

it('takes no more files than allowed; a refused one does not count', () => {
  const state = after(add('b.txt', 'a.pdf', 'c.pdf', 'd.pdf'))
  expect(states(state)).toEqual(['b.txt refused 0', 'a.pdf sending 0', 'c.pdf sending 0'])
  expect(state.isOverfull).toBe(true)
  expect(fileListReducer(state, { type: 'remove', id: 'a.pdf' }).isOverfull).toBe(false)
})

it('drops earlier refusals when the next files come', () => {
  expect(states(after(add('b.txt'), add('a.pdf')))).toEqual(['a.pdf sending 0'])
})

it('only a file in progress has a phase, and a retry begins with the first', () => {
  const phases = (state: ReturnType<typeof after>) => state.files.map(({ state: at, phase }) => `${at} ${phase}`)
  const waiting = after(add('a.pdf'), { type: 'phase', id: 'a.pdf', phase: 'waiting' })
  expect(phases(waiting)).toEqual(['sending waiting'])
  const failed = fileListReducer(waiting, { type: 'failed', id: 'a.pdf' })
  expect(phases(fileListReducer(failed, { type: 'phase', id: 'a.pdf', phase: 'checking' }))).toEqual(['failed waiting'])
  expect(phases(fileListReducer(failed, { type: 'retry', id: 'a.pdf' }))).toEqual(['sending sending'])
})

it('progress never decreases, and a retry starts over', () => {
  const sent = after(add('a.pdf'), { type: 'progress', id: 'a.pdf', percent: 60 }, { type: 'progress', id: 'a.pdf', percent: 20 })
  expect(states(sent)).toEqual(['a.pdf sending 60'])
  const failed = fileListReducer(sent, { type: 'failed', id: 'a.pdf' })
  expect(states(fileListReducer(failed, { type: 'progress', id: 'a.pdf', percent: 90 }))).toEqual(['a.pdf failed 60'])
  const again = fileListReducer(failed, { type: 'retry', id: 'a.pdf' })
  expect(states(again)).toEqual(['a.pdf sending 0'])
  expect(states(fileListReducer(again, { type: 'done', id: 'a.pdf' }))).toEqual(['a.pdf done 100'])
})
