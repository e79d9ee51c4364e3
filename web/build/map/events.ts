/** Text of docs/events.md: every event with its version, fields, consumers and retention, from the table that the product uses. */
import { join } from 'node:path'
import * as z from 'zod'
import { EVENTS } from '../../../server/src/events.ts'
import { ROOT } from './calls.ts'

export const EVENTS_FILE = join(ROOT, 'docs/events.md')

export const eventsPage = (): string => `# Events
Written by \`npm run map\` from [events.ts](../server/src/events.ts); do not edit.

An event is written in the transaction that made it true, and is published by the module that its name begins with. A consumer keeps a cursor, receives events of
one account in their order and each at least once, may begin at the beginning, and can be sent back as far as events are kept. What a consumer cannot handle is tried
again, with the later events of that account behind it; after 20 tries it is a dead letter, which is tried once an hour and delays no other account.
Facts that must be kept permanently are in the audit trail, whatever the days here.

| event | what happened | version | fields | consumers | days |
|---|---|---|---|---|---|
${Object.entries(EVENTS).map(row).join('\n')}
`

const row = ([type, { about, version, payload, readers, keepDays }]: [string, (typeof EVENTS)[keyof typeof EVENTS]]): string =>
  `| \`${type}\` | ${about} | ${version} | ${fieldsOf(payload)} | ${readers.join(', ')} | ${keepDays} |`

/** As JSON Schema, which names the values of an enumeration. */
function fieldsOf(payload: z.ZodObject): string {
  const { properties = {} } = z.toJSONSchema(payload) as { properties?: Record<string, { enum?: string[] }> }
  return Object.entries(properties)
    .map(([name, { enum: values }]) => (values ? `\`${name}\` (${values.join(', ')})` : `\`${name}\``))
    .join(', ')
}
