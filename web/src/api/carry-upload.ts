/** Upload with progress, which `fetch` does not report. */
import type { Carry } from './transport.ts'

/** @param onProgress receives the whole percentage sent */
export function carryUpload(onProgress: (percent: number) => void): Carry {
  return (path, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const stopped = () => reject(new DOMException('the upload was stopped', 'AbortError'))
      if (signal?.aborted) return stopped()
      const request = new XMLHttpRequest()
      request.open(method, path)
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.responseType = 'blob'
      // The last percent belongs to the server: it has the file only when it answers.
      request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded * 99) / Math.max(total, 1)))
      request.onload = () => resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }))
      request.onerror = () => reject(new TypeError('the upload did not arrive'))
      request.onabort = stopped
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
