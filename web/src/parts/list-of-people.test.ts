import { afterEach, expect, it } from 'vitest'
import { sessionStore } from '../ui/page-storage.ts'
import { keepListOfPeople, listOfPeople } from './list-of-people.ts'

afterEach(() => sessionStore.clear())

const PLAIN = { pathname: '/application/administrative/verification/', search: {} }

it('A12 ADM-04 the back arrow leads to the filtered list, and to the plain list without filters', () => {
  expect(listOfPeople()).toEqual(PLAIN)
  const filtered = { ...PLAIN, search: { state: 'Pendiente', page: 2 } }
  keepListOfPeople(filtered)
  expect(listOfPeople()).toEqual(filtered)
})

it('SEC-13 the back arrow leads to no other page', () => {
  keepListOfPeople({ pathname: '//example.org/', search: {} })
  expect(listOfPeople()).toEqual(PLAIN)
})
