/** Collector for a test: keeps the spans that are sent by OTLP over HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface ReceivedAttribute {
  readonly key: string
  readonly value: object
}

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly attributes: readonly ReceivedAttribute[]
  /** Name of the process that recorded it: `tunjo-` and its roles. */
  readonly service: string
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly ReceivedAttribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<ReceivedSpan, 'service'>[] }[]
  }[]
}

/** `answer` 0: it never answers. */
export async function startReceiver(answer = 200) {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans = [] } = JSON.parse(await text(request)) as Sent
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = Object(resource.attributes.find(({ key }) => key === 'service.name')?.value).stringValue
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))))
    }
    if (answer === 0) return
    response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
