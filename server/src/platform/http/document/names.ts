/**
 * Named schemas of the published document: those of contract/src/document.ts, and the input and output of each call, named after the call.
 */
import { SCHEMAS } from '@tunjo/contract/document'
import * as z from 'zod'
import type { Route } from '../route.ts'
import { placeOf } from './operation.ts'

const REFERENCE = /"#\/components\/schemas\/([\w.-]+)"/g
/** Suffix by which fastify-type-provider-zod names input schemas. */
const TAKEN = /Input$/

type Schemas = Record<string, object>

export function nameSchemas(routes: readonly Route[]): void {
  for (const [name, schema] of Object.entries(SCHEMAS)) give(schema, name)
  // Their fields are separate parameters.
  const taken = new Set<unknown>(routes.flatMap(({ endpoint: { params, query } }) => [params, query]))
  for (const { name, endpoint } of routes) {
    if (endpoint.role === 'DEMO') continue
    const call = `${capital(placeOf(endpoint).contract)}${capital(name)}`
    if (!taken.has(endpoint.body)) give(endpoint.body, `${call}Request`)
    give(endpoint.response, `${call}Answer`)
  }
}

/** Text and numbers need no name, and a schema keeps its first one. */
function give(schema: z.ZodType | undefined, id: string): void {
  if (!(schema instanceof z.ZodObject || id in SCHEMAS) || !schema || schema.meta()?.id) return
  z.globalRegistry.add(schema, { ...schema.meta(), id })
}
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Every name is generated for both directions: keep those that are used, and merge those where both are the same. */
export function tidySchemas<T extends { components: { schemas: Schemas } }>(document: T): T {
  const { schemas, ...components } = document.components
  const used = reachable(schemas, JSON.stringify({ ...document, components }))
  const renamed = new Map<string, string>()
  for (const name of used) {
    const answered = name.replace(TAKEN, '')
    if (answered !== name && (!used.has(answered) || isSame(schemas, name, answered))) renamed.set(name, answered)
  }
  const kept = [...used].map((name) => [renamed.get(name) ?? name, schemas[name]] as const).sort(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify({ ...document, components: { ...components, schemas: Object.fromEntries(kept) } })
  const tidied: T = JSON.parse(text.replace(REFERENCE, (_, name: string) => `"#/components/schemas/${renamed.get(name) ?? name}"`))
  return tidied
}

function reachable(schemas: Schemas, text: string, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(REFERENCE)) {
    if (found.has(name)) continue
    found.add(name)
    reachable(schemas, JSON.stringify(schemas[name]), found)
  }
  return found
}

/** References are compared by name, so that schemas which differ only deeper down stay separate there. */
function isSame(schemas: Schemas, taken: string, answered: string): boolean {
  const plain = (name: string) => JSON.stringify(schemas[name]).replace(REFERENCE, (_, other: string) => other.replace(TAKEN, ''))
  return plain(taken) === plain(answered)
}
