/**
 * `fetch` of a provider, whose address only an operator sets: no redirects (R29), and a timeout that holds until the last byte of the
 * answer. The signal alone does not suffice: for a request that refuses redirects Node no longer listens to it once the request was garbage
 * collected, which may happen at any time after the headers, and a body that hangs then is waited for until the connection gives up after
 * five minutes.
 */
import { SpanKind, traced } from '../tracing/traced.ts'

type Init = Omit<RequestInit, 'signal' | 'redirect'>

/** The body fails with a `TimeoutError` as well. @throws what `fetch` throws */
export async function fetchWithin(timeoutMs: number, url: string | URL, init: Init = {}): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  // The host alone: paths and queries hold keys and ids of people.
  const attributes = { 'server.address': new URL(url).host, 'http.request.method': init.method ?? 'GET' }
  const response = await traced('call of a provider', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const answer = await fetch(url, { ...init, redirect: 'error', signal })
    span.setAttribute('http.response.status_code', answer.status)
    return answer
  })
  const { status, statusText, headers } = response
  // A pipe subscribes to the signal itself, and keeps the subscription.
  const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })
  return body ? new Response(body, { status, statusText, headers }) : response
}

/**
 * Stops at the limit, whatever length was announced, so that an endless answer cannot fill the memory. @throws the error that `tooLarge`
 * makes
 */
export async function readAtMost(
  response: { readonly body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
