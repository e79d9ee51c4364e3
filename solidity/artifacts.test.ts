import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileContracts } from './compile.ts'

it('the committed artifacts match the compiled contracts', () => {
  const committed = readFileSync(join(import.meta.dirname, 'artifacts.generated.ts'), 'utf8')
  expect(compileContracts() === committed, 'stale: run `npx tsx solidity/build.ts` and commit the result').toBe(true)
}, 60_000)
