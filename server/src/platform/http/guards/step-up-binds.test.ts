/** ID-10 over every call of the contract: what a person approves is what is done. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { everyCall } from '../../../testing/every-call.ts'
import { callOf } from './step-up.ts'

const calls = Object.values(await everyCall())
const guarded = calls.flatMap((endpoint) => (endpoint.stepUp ? [[callOf(endpoint), endpoint, endpoint.stepUp] as const] : []))

const fieldsOf = ({ params, body }: Endpoint): string[] =>
  Object.entries({ params, body }).flatMap(([part, schema]) => {
    if (!schema) return []
    if (!(schema instanceof z.ZodObject)) throw new Error(`the ${part} of a guarded call is an object, so that its fields can be named`)
    return Object.keys(schema.shape).map((key) => `${part}.${key}`)
  })

describe('approvals', () => {
  it.each(guarded)('ID-10 %s binds every field, or says why one may change', (_call, endpoint, { binds, unbound = {} }) => {
    expect([...binds, ...Object.keys(unbound)].toSorted()).toEqual(fieldsOf(endpoint).toSorted())
    for (const reason of Object.values(unbound)) expect(reason.length).toBeGreaterThan(5)
  })

  it.each(guarded)('ID-10 %s takes nothing beside what can be bound', (_call, { query, upload, bytes }) =>
    expect([query, upload, bytes]).toEqual([undefined, undefined, undefined]),
  )

  it.each(
    calls.filter(({ role, method }) => role === 'ROLE_ADMIN' && method !== 'GET').map((endpoint) => [callOf(endpoint), endpoint] as const),
  )('ADM-08 %s changes something as an officer, so it is approved, all of it', (_call, { stepUp }) => {
    expect(stepUp?.binds).not.toEqual([])
    expect(stepUp?.unbound).toBeUndefined()
  })
})
