import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { measure, table } from './budgets.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

// `npm test` builds first.
it.runIf(existsSync(`${DIST}/.vite/manifest.json`))('every page of the built application is within its budget', () => {
  const costs = measure(DIST)
  expect(costs.length).toBeGreaterThan(10)
  const tooHeavy = costs.filter(({ kilobytes, budget }) => kilobytes === 0 || kilobytes > budget)
  expect(table(tooHeavy)).toBe('')
})
