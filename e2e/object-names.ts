import type { Endpoint } from '@tunjo/contract/endpoint'

/** Positions in public code lists, which belong to no person. */
const OF_LISTS = /^(identificationType|city|department|occupation|economicActivity)ID$/
const LIKE_AN_ID = /^(account|challenge|ticket|token|ids?)$|I[Dd]s?$/

/** Places of object ids in a call: its path parameters, and fields of its query and body that look like an id. */
export function objectNames({ params, query, body }: Endpoint): string[] {
  const ofPath = propertiesOf(params).map(({ name }) => name)
  const ofRest = [...propertiesOf(query), ...propertiesOf(body)].filter(
    ({ name, format }) => format === 'uuid' || (LIKE_AN_ID.test(name) && !OF_LISTS.test(name)),
  )
  return [...ofPath, ...ofRest.map(({ name }) => name)]
}

interface Property {
  readonly name: string
  readonly format: unknown
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly format?: string
}
const propertiesOf = (schema: Endpoint['body']): Property[] =>
  schema ? within(schema.toJSONSchema({ io: 'input', unrepresentable: 'any' })) : []

/** Properties at any depth, in every alternative. */
function within(schema: unknown): Property[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...rest } = schema as Schema
  const own = Object.entries(properties).map(([name, value]) => ({ name, format: value.items?.format ?? value.format }))
  return [...own, ...[...Object.values(properties), ...Object.values(rest)].flatMap(within)]
}
