import { expect, it } from 'vitest'
import { inReadingOrder, together } from './list-files.ts'

it('ADM-13 reads the files of OFAC with the entries first, in any order of selection', () => {
  const names = ['sdn_comments.csv', 'add.csv', 'ALT.CSV', 'sdn.csv'].map((name) => ({ name }))
  expect(inReadingOrder(names).map(({ name }) => name)).toEqual(['sdn.csv', 'ALT.CSV', 'add.csv', 'sdn_comments.csv'])
})

it('ADM-13 joins files with a line break between them, and keeps a single file as it is', async () => {
  expect(await together([new Blob(['1,a']), new Blob(['1,b'])]).text()).toBe('1,a\n1,b')
  expect(await together([new Blob(['<x/>'])]).text()).toBe('<x/>')
})
