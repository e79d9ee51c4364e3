/** Coverage of failpoints (R17): every failpoint of money has a test that kills a process there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const MONEY = ['payments', 'crypto', 'trading', 'blockchain', 'treasury', 'ledger']
const files = ['server/src', 'server/tests', 'dev'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
)
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const isTest = (file: string) => /\.test(ing)?\.ts$/.test(file)

it('R17 is named where processes are killed', () => {
  const points = files
    .filter((file) => !isTest(file))
    .flatMap((file) => [...textOf(file).matchAll(/failpoint\('([a-z_]+\.[a-z_]+)'\)/g)].map(([, point = '']) => point))
    .filter((point) => MONEY.includes(point.split('.')[0] ?? ''))
  expect(points.length).toBeGreaterThan(40)
  const killing = files.filter(isTest).map(textOf).join()
  expect(points.filter((point) => !killing.includes(`'${point}'`))).toEqual([])
})
