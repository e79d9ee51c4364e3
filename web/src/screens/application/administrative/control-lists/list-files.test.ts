import { expect, it } from 'vitest'
import { inReadingOrder, together } from './list-files.ts'

it('ADM-13 the files of OFAC are read with the entries first, however they were chosen', () => {
  const names = ['sdn_comments.csv', 'add.csv', 'ALT.CSV', 'sdn.csv'].map((name) => ({ name }))
  expect(inReadingOrder(names).map(({ name }) => name)).toEqual(['sdn.csv', 'ALT.CSV', 'add.csv', 'sdn_comments.csv'])
})

it('ADM-13 files go one after the other, none on the last line of another, and a single one as it is', async () => {
  expect(await together([new Blob(['1,a']), new Blob(['1,b'])]).text()).toBe('1,a\n1,b')
  expect(await together([new Blob(['<x/>'])]).text()).toBe('<x/>')
})
