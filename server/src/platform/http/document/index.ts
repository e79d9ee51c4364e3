/**
 * The published OpenAPI document, built from the contract alone: other vendors' tools generate clients and checks from it (redocly.yaml,
 * docs/clients.md).
 */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { MODULES } from '@tunjo/contract/document'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { PROGRAM_VERSION } from '../../process/program-version.ts'
import type { Route } from '../route.ts'
import { SECURITY_SCHEMES, SHARED } from './components.ts'
import { nameSchemas, tidySchemas } from './names.ts'
import { describeRefusals, guardHeadersOf } from './operation.ts'

interface Operation {
  parameters?: object[]
  responses: Record<string, object>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

export function openApi(routes: readonly Route[], publicUrl: string): FastifyDynamicSwaggerOptions {
  nameSchemas(routes)
  const zodToJsonConfig = { unrepresentable: 'any', override: describeWireTypes } as const
  const withSchemas = createJsonSchemaTransformObject({ zodToJsonConfig })
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tunjo',
        version: PROGRAM_VERSION,
        description: 'Buy, sell and hold crypto assets with Colombian pesos.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(MODULES).map(([name, { about }]) => ({ name, description: about })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: (given) => complete(withSchemas(given) as unknown as Document, routes) as ReturnType<typeof withSchemas>,
  }
}

/** Add what Fastify's schemas cannot express: refusals and headers by reference. */
function complete(document: Document, routes: readonly Route[]): Document {
  for (const { endpoint } of routes) {
    const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    if (!operation) continue
    const parameters = [...(operation.parameters ?? []), ...guardHeadersOf(endpoint)]
    if (parameters.length > 0) operation.parameters = parameters
    const { responses, ...codes } = describeRefusals(endpoint)
    Object.assign(operation, codes)
    operation.responses = { ...operation.responses, ...responses, default: { $ref: '#/components/responses/Refusal' } }
  }
  const { components } = document
  return tidySchemas({ ...document, components: { ...components, ...SHARED, schemas: { ...components.schemas, ...SHARED.schemas } } })
}

/** Codecs decode to `bigint` and `Date`; on the wire both are text, and the document says so. */
function describeWireTypes({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: { _zod: { def: { type: string } } }
  jsonSchema: Record<string, unknown>
}): void {
  const kind = zodSchema._zod.def.type
  if (kind === 'bigint') Object.assign(jsonSchema, { type: 'string', description: 'decimal text' })
  if (kind === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
}
