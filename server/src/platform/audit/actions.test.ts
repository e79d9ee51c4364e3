import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPROVAL_STATES } from '@tunjo/contract/approvals'
import { AUDIT_ACTIONS } from '@tunjo/contract/audit'
import { keysOf } from '@tunjo/contract/keys'
import { expect, it } from 'vitest'

const SERVER = join(import.meta.dirname, '../..')

it('ADM-14 every action of the audit trail is recorded by some code', () => {
  const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(file))
    .map((file) => readFileSync(join(SERVER, file), 'utf8'))
    .join('\n')
  // The state in which a request ends names its action (approvals/request-transitions.ts).
  const byState = new Set<string>(APPROVAL_STATES.map((state) => `approvals.${state}`))
  expect(keysOf(AUDIT_ACTIONS).filter((action) => !byState.has(action) && !sources.includes(`'${action}'`))).toEqual([])
})
