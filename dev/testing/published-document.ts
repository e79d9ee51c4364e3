/**
 * Violations of the published OpenAPI document by an answer (R33). The schemas are read from the document itself, not from the product's
 * code.
 */
import type { Endpoint } from '@tunjo/contract/endpoint'
import * as z from 'zod'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
interface Media {
  readonly schema: Schema
}
interface Responding {
  readonly content?: Readonly<Record<string, Media>>
}
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Responding>>
}
export interface PublishedDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
const NO_CONTENT = 304

/** Document with every reference resolved. */
export async function publishedDocument(url: string): Promise<PublishedDocument> {
  const document = await (await fetch(`${url}/openapi.json`)).json()
  return resolved(document, document) as PublishedDocument
}

function resolved(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(one, document))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') return resolved(named(part.$ref, document), document)
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]))
}

/** `#/components/schemas/Account` */
function named(reference: string, document: unknown): unknown {
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((within, key) => (within as Record<string, unknown> | undefined)?.[key], document)
  if (found === undefined) throw new Error(`${reference} is not in the document`)
  return found
}

/** Empty when the answer conforms to the document. */
export function breaches(document: PublishedDocument, { method, path }: Endpoint, response: Response, text: string): string[] {
  if (response.status === NO_CONTENT) return []
  const { responses } = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
  const promised = responses?.[response.status] ?? (response.status >= 400 ? responses?.default : undefined)
  if (!promised?.content) return [`${response.status} is not in the document`]
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
  const media = promised.content[mediaType]
  // A picture or a document is sent with its media type.
  if (!media) return 'application/octet-stream' in promised.content ? [] : [`${mediaType} is not among ${Object.keys(promised.content)}`]
  if (!mediaType.endsWith('json')) return []
  const read = z.fromJSONSchema(media.schema).safeParse(JSON.parse(text))
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('/')}: ${issue.message}`)
}
