/** R33: what an answer breaks of the published OpenAPI document. The schemas are read from the document itself, not from our own code. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import * as z from 'zod'

interface Media {
  readonly schema: Parameters<typeof z.fromJSONSchema>[0]
}
interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}
export interface PublishedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
const NO_CONTENT = 304

export async function publishedDocument(url: string): Promise<PublishedDocument> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as PublishedDocument
}

/** Empty when the answer is one that the document promises. */
export function breaches(document: PublishedDocument, { method, path }: Endpoint, response: Response, text: string): string[] {
  if (response.status === NO_CONTENT) return []
  const { responses } = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
  const promised = responses?.[response.status] ?? (response.status >= 400 ? responses?.default : undefined)
  if (!promised?.content) return [`${response.status} is not in the document`]
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
  const media = promised.content[mediaType]
  // A picture or a document is sent as what it is.
  if (!media) return 'application/octet-stream' in promised.content ? [] : [`${mediaType} is not among ${Object.keys(promised.content)}`]
  if (!mediaType.endsWith('json')) return []
  const read = z.fromJSONSchema(media.schema).safeParse(JSON.parse(text))
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('/')}: ${issue.message}`)
}
