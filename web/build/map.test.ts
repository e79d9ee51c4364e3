import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allEndpoints } from '../../e2e/endpoints.ts'
import { mappedCalls } from './map/calls.ts'
import { EVENTS_FILE, eventsPage } from './map/events.ts'
import { MAP_FILE, mapPage } from './map/page.ts'
import { STATES_FILE, statesPage } from './map/states.ts'

it('docs/MAP.md is up to date', async () => {
  const isCurrent = readFileSync(MAP_FILE, 'utf8') === (await mapPage())
  expect(isCurrent, 'docs/MAP.md is out of date: run "npm run map" and commit it with what you added or moved').toBe(true)
})

it('docs/states.md shows the state machines that the product uses', async () => {
  const isCurrent = readFileSync(STATES_FILE, 'utf8') === (await statesPage())
  expect(isCurrent, 'docs/states.md is out of date: run "npm run map" and commit it with the states you changed').toBe(true)
})

it('docs/events.md shows every event', () => {
  const isCurrent = readFileSync(EVENTS_FILE, 'utf8') === eventsPage()
  expect(isCurrent, 'docs/events.md is out of date: run "npm run map" and commit it with the events you changed').toBe(true)
})

it('every call of the contract is on the map', async () => {
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const mapped = (await mappedCalls()).map(nameOf)
  expect(mapped.sort()).toEqual((await allEndpoints()).map(nameOf).sort())
})
