/** Table of events: every event that is published or read is listed, with its readers. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { EVENTS, type Events, type EventType } from './events.ts'
import type { Outbox } from './platform/events/outbox.ts'

const SOURCES = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/(\.test|testing)\.ts$/.test(file) && !file.startsWith('testing'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(SOURCES, file), 'utf8') }))

/** Type → files, or consumers, that the pattern finds. */
function found(pattern: RegExp): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>()
  for (const { file, text } of sources)
    for (const [, type = '', name = file] of text.matchAll(pattern)) places.set(type, (places.get(type) ?? new Set()).add(name))
  return places
}

describe('the table of events', () => {
  const emitted = found(/(?:\.emit\(\s*tx|\bemitIn\(\s*work),\s*'([a-z]+\.[a-z_]+)'/g)
  const read = found(/outbox\.on\(\s*'([a-z]+\.[a-z_]+)',\s*'([a-z_.]+)'/g)

  it('has every event that is published, and no other', () => {
    expect([...emitted.keys()].sort()).toEqual(Object.keys(EVENTS).sort())
  })

  /** Stored events of the blocklist keep the name that they have had since the first release. */
  const folderOf = (type: string) => type.split('.')[0]?.replace(/^blacklist$/, 'blocklist')

  it('each is published by the module that its name begins with', () => {
    for (const [type, files] of emitted)
      for (const file of files) expect(file, type).toMatch(new RegExp(`^(domains/[a-z]+/)?${folderOf(type)}/`))
  })

  it('lists the readers of each', () => {
    for (const [type, { readers }] of Object.entries(EVENTS)) expect([type, [...(read.get(type) ?? [])].sort()]).toEqual([type, readers])
  })

  it('keeps each for two weeks at least', () => {
    for (const [type, { keepDays, version }] of Object.entries(EVENTS)) {
      expect(keepDays, type).toBeGreaterThanOrEqual(14)
      expect(version, type).toBeGreaterThanOrEqual(1)
    }
  })
})

it('an event that is not declared, or has other fields, does not compile', () => {
  const check = (outbox: Outbox, tx: Parameters<Outbox['emit']>[0]) => {
    // @ts-expect-error no such event
    void outbox.emit(tx, 'kyc.unknown', {})
    // @ts-expect-error no such state
    void outbox.emit(tx, 'trading.trade_updated', { accountId: '', tradeId: '', state: 'done' })
    // @ts-expect-error no such form
    const payload: Events['kyc.form_sent'] = { accountId: '', form: 'natural-9' }
    const type: EventType = 'kyc.form_sent'
    return { payload, type }
  }
  expect(check).toBeTypeOf('function')
  expect(EVENTS['kyc.form_sent'].payload.safeParse({ accountId: crypto.randomUUID(), form: 'natural-9' }).success).toBe(false)
})
