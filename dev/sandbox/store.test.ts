import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from './store.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tunjo-sandbox-store-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('remembers the last state of a record and shrinks its file at start', () => {
  const first = openStore(dataDir)
  for (let balanceInCents = 0; balanceInCents < 100; balanceInCents += 1) first.accounts.put({ id: 'a', balanceInCents })
  first.close()
  const second = openStore(dataDir)
  expect(second.accounts.all()).toEqual([{ id: 'a', balanceInCents: 99 }])
  expect(readFileSync(join(dataDir, 'sandbox.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1)
  second.close()
})

it('skips a line that a crash cut short', () => {
  const first = openStore(dataDir)
  first.accounts.put({ id: 'a', balanceInCents: 1 })
  first.close()
  appendFileSync(join(dataDir, 'sandbox.jsonl'), '["accounts",{"id":"a","balan')
  const second = openStore(dataDir)
  expect(second.accounts.get('a')).toEqual({ id: 'a', balanceInCents: 1 })
  second.close()
})
